import { WalletError } from '../errors.ts'

const hardenedOffset = 0x8000_0000
const largestIndex = hardenedOffset - 1
/** BIP44 has five steps; more are accepted, but not arbitrarily many. */
const maximumSteps = 10

/** The child numbers of a path such as `m/44'/137'/0'/0` (BIP32). */
export function parseDerivationPath(text: string): number[] {
  const [root, ...steps] = text.trim().split('/')
  if (root !== 'm') throw invalidPath(text, 'it starts with m/')
  const named = steps.at(-1) === '' ? steps.slice(0, -1) : steps
  if (named.length > maximumSteps) throw invalidPath(text, `it has at most ${maximumSteps} steps`)
  return named.map((step) => {
    const match = /^(\d{1,10})('|h)?$/i.exec(step)
    const index = Number(match?.[1])
    if (match === null || index > largestIndex) throw invalidPath(text, `${step.slice(0, 20)} is not a step`)
    return match[2] === undefined ? index : index + hardenedOffset
  })
}

export const isHardened = (childNumber: number): boolean => childNumber >= hardenedOffset

const invalidPath = (text: string, rule: string): WalletError =>
  new WalletError('invalid-path', `the derivation path ${text.slice(0, 60)} is invalid: ${rule}`)
