import { decodeHeaderRecord, encodeHeaderRecord } from '../../chain/storage/headerRecord.ts'
import { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { encodeBody, StoredBody } from '../../chain/storage/storedBody.ts'
import { decodeReceipts, encodeReceipts } from '../../chain/storage/storedReceipts.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { State } from '../../state/state.ts'

/** The block that would be mined now. */
export interface PendingBlock {
  readonly block: Block
  readonly receipts: readonly Receipt[]
  /** A copy of the state after the block, which the caller may change. */
  readonly state: State
}

/** A block that is not stored yet, in the encodings of the store, so that it can be sent to another thread. */
export interface EncodedBlock {
  readonly record: Uint8Array
  readonly body: Uint8Array
  readonly receipts: Uint8Array
}

/** The total difficulty is not used for a pending block. */
export const encodePendingBlock = ({
  block,
  receipts,
}: Pick<PendingBlock, 'block' | 'receipts'>): EncodedBlock => ({
  record: encodeHeaderRecord({
    header: block.header,
    totalDifficulty: 0n,
    stateRoot: block.header.stateRoot,
  }),
  body: encodeBody(block),
  receipts: encodeReceipts(receipts),
})

export function decodePendingBlock({ record, body, receipts }: EncodedBlock, network: Network): StoredBlock {
  const parts = { body: new StoredBody(body, network), receipts: decodeReceipts(receipts) }
  return new StoredBlock(decodeHeaderRecord(record, network), {
    body: () => parts.body,
    receipts: () => parts.receipts,
  })
}
