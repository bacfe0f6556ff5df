import type { NodeOptions } from '../../../node/nodeOptions.ts'
import { regtest } from '../../../protocol/networks/definitions.ts'
import { ScheduleError, withSchedule } from '../../../protocol/networks/upgradeSchedule.ts'
import { never, upgradeNames } from '../../../protocol/networks/upgrades.ts'
import { ConfigurationError } from '../configurationError.ts'

/** `iris300` is a chain without the later upgrades; on `iris300=150` it and the later ones start at block 150. */
export function withHardfork(
  { upgrades: schedule }: NodeOptions,
  hardfork: string | undefined,
): Pick<NodeOptions, 'upgrades'> {
  if (hardfork === undefined) return {}
  const [name = '', height] = hardfork.split('=')
  const names: readonly string[] = upgradeNames
  const index = names.indexOf(name)
  if (index < 0) {
    throw new ConfigurationError([`hardfork ${name} is unknown; there are ${upgradeNames.join(', ')}`])
  }
  const later = upgradeNames.slice(index + 1)
  const all = (names: readonly string[], start: number) =>
    Object.fromEntries(names.map((each) => [each, start]))
  const chosen =
    height === undefined
      ? all(later, never)
      : {
          ...all(
            later.filter((each) => regtest.upgrades[each] !== never),
            Number(height),
          ),
          ...schedule?.upgrades,
          [name]: Number(height),
        }
  const whole = { ...schedule, upgrades: { ...schedule?.upgrades, ...chosen } }
  try {
    withSchedule(regtest, whole)
  } catch (error) {
    if (error instanceof ScheduleError)
      throw new ConfigurationError([`hardfork ${hardfork}: ${error.message}`])
    throw error
  }
  return { upgrades: whole }
}
