import { asHash, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { Call } from '../../rpc/envelope/call.ts'
import type { Json } from '../../rpc/json/json.ts'
import { positional } from '../../rpc/params/parameter.ts'
import { transactionShape } from '../../rpc/shapes/transactionShape.ts'
import { objectFrom } from '../../upstream/answers/fields.ts'
import { transactionFrom } from '../../upstream/answers/transactionFrom.ts'

/** Undefined for a value that is not a hash. */
export const hashIn = (value: unknown): Hash | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? asHash(fromHex(value)) : undefined

/** Maximum characters of an answer: a transaction whose data takes the gas of a whole block. */
const maximumText = 4 << 20

/**
 * A transaction of the upstream's pool, encoded by this node after checking that its fields hash to the hash the client
 * asked for. Undefined for anything else.
 */
export function pooledTransaction({ params }: Call, text: string): Json | undefined {
  if (text.length > maximumText) return undefined
  const [asked] = positional(params)
  const hash = hashIn(asked)
  try {
    const transaction = transactionFrom(objectFrom(JSON.parse(text), 'transaction'), 0, 'transaction')
    return hash !== undefined && equalBytes(transaction.hash, hash)
      ? transactionShape(transaction, null)
      : undefined
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}
