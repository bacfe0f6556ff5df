import { shownText } from '../format/shownText.ts'
import { decodeError } from './contracts.ts'

const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'invalid value of an enum',
  '34': 'damaged storage bytes',
  '49': 'pop of an empty array',
  '50': 'index out of bounds',
  '65': 'out of memory',
  '81': 'call of an empty function',
}

/** The reason that a reverted call gives, which the contract wrote; empty when it gives none. */
export const revertReason = (to: string | null, output: string | undefined): string =>
  shownText(givenReason(to, output))

function givenReason(to: string | null, output: string | undefined): string {
  if (output === undefined || output === '0x') return ''
  const decoded = decodeError(to, output)
  if (decoded === undefined) return `unknown error ${output.slice(0, 10)}`
  const { item, parameters } = decoded
  const [first] = parameters
  if (item.name === 'Error' && first?.text !== undefined) return first.text
  if (item.name === 'Panic') return `panic ${first?.text}: ${panics[first?.text ?? ''] ?? 'unknown code'}`
  return `${item.name}(${parameters.map(({ name, text, parts }) => `${name}: ${text ?? `${parts?.length} values`}`).join(', ')})`
}
