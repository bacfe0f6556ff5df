import type { Hex } from '../../../shared/rpc/answers.ts'

/** Throws for anything but an address. */
export function checkedAddress(text: string): Hex {
  const trimmed = text.trim()
  if (!/^0x[0-9a-f]{40}$/i.test(trimmed)) throw new Error('This is not an address.')
  return trimmed as Hex
}
