import { compareBytes, concatBytes } from '../../primitives/bytes.ts'

/** OP_1 to OP_16 push a small number. */
const smallNumber = (value: number): Uint8Array => new Uint8Array([0x50 + value])
const checkMultisig = new Uint8Array([0xae])

/**
 * The redeem script that asks for `required` signatures of the given compressed keys (at most 16), in the
 * order of their bytes.
 */
export function multisigRedeemScript(required: number, compressedKeys: readonly Uint8Array[]): Uint8Array {
  const pushes = [...compressedKeys].sort(compareBytes).flatMap((key) => [new Uint8Array([key.length]), key])
  return concatBytes(smallNumber(required), ...pushes, smallNumber(compressedKeys.length), checkMultisig)
}
