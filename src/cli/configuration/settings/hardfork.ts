import type { NodeOptions } from '../../../node/options.ts'
import { regtest } from '../../../protocol/networks/definitions.ts'
import { ScheduleError, withSchedule } from '../../../protocol/networks/upgradeSchedule.ts'
import { never, upgradeNames } from '../../../protocol/networks/upgrades.ts'
import { ConfigurationError } from '../configurationError.ts'

/** `iris300` is a chain without the later upgrades; `iris300=150` a chain on which it starts at block 150. */
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
  const chosen =
    height === undefined
      ? Object.fromEntries(upgradeNames.slice(index + 1).map((later) => [later, never]))
      : { [name]: Number(height) }
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
