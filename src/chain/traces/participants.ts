import { createdAddress } from '../../evm/contractAddress.ts'
import { addressKey, keyBytes } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { getBlockRecord, putBlockRecord, type Serial, serialOf } from '../storage/blockRecords.ts'
import { canonicalHashOf } from '../storage/canonicalHashes.ts'

/*
 * The participants of a block's calls, also of failed ones: senders, callees, created contracts and the beneficiaries
 * of destroyed ones. They are stored for the blocks of all branches, so that a block that joins or leaves the
 * canonical chain need not be executed again for the index.
 */

const addressLength = 20

/** `participants` are map keys of addresses. */
export function putParticipants(batch: Batch, serial: Serial, participants: ReadonlySet<string>): void {
  if (participants.size === 0) return
  const addresses = new Uint8Array(participants.size * addressLength)
  let at = 0
  for (const participant of participants) {
    addresses.set(keyBytes(participant), at)
    at += addressLength
  }
  putBlockRecord(batch, 'participants', serial, addresses)
}

/** Map keys of the participants of a canonical block, each once. */
export function participantsOf(reader: Reader, number: number): Iterable<string> {
  const blockHash = canonicalHashOf(reader, number)
  const serial = blockHash && serialOf(reader, blockHash)
  return serial ? participantsIn(getBlockRecord(reader, 'participants', serial)) : []
}

function* participantsIn(addresses: Uint8Array | undefined): Generator<string, void, undefined> {
  if (addresses === undefined) return
  for (let at = 0; at < addresses.length; at += addressLength) {
    yield addressKey(addresses.subarray(at, at + addressLength))
  }
}

/**
 * Map keys of the participants that a block and its receipts name: senders, receivers, created contracts and those that
 * emitted events. For a block that was not executed here.
 */
export function namedParticipants({ transactions }: Block, receipts: readonly Receipt[]): Set<string> {
  const participants = new Set<string>()
  for (const [index, { sender, to, nonceValue }] of transactions.entries()) {
    if (sender !== undefined) participants.add(addressKey(sender))
    if (to !== null) participants.add(addressKey(to))
    else if (sender !== undefined) participants.add(addressKey(createdAddress(sender, nonceValue)))
    for (const { address } of receipts[index]!.logs) participants.add(addressKey(address))
  }
  return participants
}
