/** Entries that a message lists; it counts the others. */
const maximumListed = 5

/** Tells which heights of two schedules differ: `rskip398 (5 in the folder, 9 in the settings)`. */
export function scheduleDifference(stored: string, given: string): string {
  const [inFolder, inSettings] = [heightsOf(stored), heightsOf(given)]
  const names = [...new Set([...inFolder.keys(), ...inSettings.keys()])]
  const differing = names.filter((name) => inFolder.get(name) !== inSettings.get(name))
  const listed = differing
    .slice(0, maximumListed)
    .map(
      (name) =>
        `${name} (${heightText(inFolder, name)} in the folder, ${heightText(inSettings, name)} in the settings)`,
    )
  const more = differing.length - listed.length
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const heightsOf = (schedule: string): ReadonlyMap<string, string> =>
  new Map(
    schedule.split(' ').flatMap((entry): [string, string][] => {
      const [name, height] = entry.split('=', 2)
      return name && height ? [[name, height]] : []
    }),
  )

function heightText(heights: ReadonlyMap<string, string>, name: string): string {
  const height = heights.get(name) ?? 'as the network'
  return height === '-1' ? 'never' : height
}
