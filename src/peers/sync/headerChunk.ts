import { headerRejection } from '../../chain/importing/blockRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { Slice } from '../../primitives/work/turns.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { type CompressedHeader, decodeCompressedHeader } from '../messages/compressedHeader.ts'
import { type BlockIdentifier, ownBytes } from '../messages/message.ts'
import type { Peer, RequestOptions } from '../session/peer.ts'
import { RoundFailure } from './syncFailure.ts'
import type { SyncParts } from './syncParts.ts'

/** What headers are checked against, and the peer that sends them. */
export interface HeaderContext extends Pick<SyncParts, 'chain' | 'refused' | 'nowSeconds'> {
  readonly peer: Peer
}

/** The headers after `parent` up to and including `last`, lowest first, with valid proofs of work. */
export async function requestHeaders(
  context: HeaderContext,
  parent: BlockHeader,
  last: BlockIdentifier,
  options: RequestOptions,
): Promise<CompressedHeader[]> {
  const count = last.number - parent.number
  const { headers: encoded } = await context.peer.request(
    { kind: 'headers-request', hash: last.hash, count },
    options,
  )
  if (encoded.length !== count)
    throw new RoundFailure(`received ${encoded.length} headers instead of ${count}`, 'invalid-message')
  const headers = await decodeHeaders(encoded, context.chain.network).catch((error: unknown) => {
    if (!(error instanceof DecodeError)) throw error
    throw new RoundFailure(error.message, 'invalid-message')
  })
  headers.reverse()
  if (!equalBytes(headers.at(-1)!.header.hash, last.hash))
    throw new RoundFailure('the last header is not the requested one', 'invalid-message')
  await verifyHeaders(headers, parent, context)
  return headers
}

/** Throws a `DecodeError`. */
export async function decodeHeaders(
  encoded: readonly Uint8Array[],
  network: Network,
): Promise<CompressedHeader[]> {
  const headers: CompressedHeader[] = []
  const slice = new Slice()
  for (const bytes of encoded) {
    if (slice.isOver) await slice.pause()
    headers.push(decodeCompressedHeader(ownBytes(bytes), network))
  }
  return headers
}

async function verifyHeaders(
  headers: readonly CompressedHeader[],
  parent: BlockHeader,
  { chain, refused, nowSeconds }: HeaderContext,
): Promise<void> {
  let previous = parent
  const slice = new Slice()
  for (const [index, { header }] of headers.entries()) {
    if (slice.isOver) await slice.pause()
    if (!equalBytes(header.parentHash, previous.hash)) throw unlinked(header, index)
    if (refused.has(header.hash))
      throw new RoundFailure(`block ${header.number} was found invalid before`, 'invalid-header')
    const rejection = headerRejection(header, previous, chain.network, nowSeconds())
    if (rejection) throw headerFailure(header, rejection.reason, rejection.detail)
    previous = header
  }
}

/** A first header that does not link is not an offence: the peer may have switched to another best chain. */
const unlinked = ({ number }: BlockHeader, index: number): RoundFailure =>
  new RoundFailure(
    `header ${number} does not link to the header before it`,
    index === 0 ? undefined : 'invalid-header',
  )

/** A timestamp in the near future may be due to a wrong clock, so it is not an offence. */
function headerFailure({ number }: BlockHeader, reason: string, detail: string): RoundFailure {
  const offence = reason === 'timestamp' ? undefined : 'invalid-header'
  return new RoundFailure(`header ${number}: ${reason}: ${detail}`, offence)
}
