import { asciiBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { notAvailable, unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { RpcMining, RpcNode } from '../../node/rpcNode.ts'

export function expectMining({ mining }: RpcNode, method: string): RpcMining {
  if (mining === undefined) throw notAvailable(method)
  return mining
}

export const submissionSchema = schema.objectOf({
  blockImportedResult: schema.data,
  blockHash: schema.hash,
  blockIncludedHeight: schema.quantity,
})

type Submission = ReturnType<RpcMining['work']['submitBitcoinBlock']>

/** The answer to a solution; a solution that cannot be decoded is the client's mistake. */
export function submissionShape(submit: () => Submission) {
  try {
    const { result, blockHash, blockNumber } = submit()
    return {
      blockImportedResult: toHex(asciiBytes(result)),
      blockHash: toHex(blockHash),
      blockIncludedHeight: toQuantity(blockNumber),
    }
  } catch (error) {
    throw error instanceof DecodeError ? unreadable(error.message) : error
  }
}
