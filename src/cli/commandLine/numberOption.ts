import { wholeNumber } from '../../settings/valueTypes.ts'
import type { GivenWords } from './command.ts'
import { UsageError } from './commandFailure.ts'

/** The value of an option that takes a block number; undefined when it is not given. */
export function numberOption({ options }: GivenWords, name: string): number | undefined {
  const text = options.get(name)
  if (text === undefined) return undefined
  const number = wholeNumber(text)
  if (number === undefined) throw new UsageError(`--${name} ${text} is not a block number`)
  return number
}
