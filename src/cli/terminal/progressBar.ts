const width = 24

/** `part` from 0 to 1. */
export function bar(part: number): string {
  const full = Math.round(part * width)
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`
}
