import type { DecodeError } from '../../primitives/errors.ts'
import { invalidTransaction, type RpcError, refusedTransaction } from '../errors/errors.ts'
import { lengthProblem } from './rlpLengths.ts'

/** Why bytes are not a transaction, where types are known (RSKIP543): wrong lengths first, then what a field should be. */
export function refusedType(bytes: Uint8Array, { where, problem }: DecodeError): RpcError {
  const prefixLength = bytes[0]! > 0x7f ? 0 : bytes[0] === 2 && bytes[1]! <= 0x7f ? 2 : 1
  const wrongLength = bytes[0] === 0xff ? undefined : lengthProblem(bytes.subarray(prefixLength))
  return wrongLength === undefined
    ? refusedTransaction(`${where} ${problem}`)
    : invalidTransaction(wrongLength)
}
