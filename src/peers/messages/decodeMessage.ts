import { asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import {
  type BlockIdentifier,
  type EncodedBody,
  type EncodedChainPart,
  type EncodedExtension,
  type Message,
  type MessageKind,
  messageTypes,
} from './message.ts'
import {
  maximumHeaders,
  maximumIdentifiers,
  maximumSnapshotBlocks,
  maximumTransactions,
} from './messageLimits.ts'
import { nestedBytes, nestedList, readItems } from './readNested.ts'

/** A message whose content is not decoded yet. */
export interface Envelope {
  readonly kind: MessageKind
  readonly content: Uint8Array
  /** [type, content] as received; repeated messages are recognised by it. */
  readonly encoded: Uint8Array
}

type Read = (reader: RlpReader) => Message

const kinds: ReadonlyMap<number, MessageKind> = new Map(
  Object.entries(messageTypes).map(([kind, type]) => [type, kind as MessageKind]),
)

/** Opens the payload of a message's frame. Throws a `DecodeError` for an unknown type. */
export function openEnvelope(payload: Uint8Array): Envelope {
  const encoded = RlpReader.list(payload, 'message').encoded('')
  const reader = RlpReader.list(encoded, 'message')
  const type = reader.number('type')
  const kind = kinds.get(type)
  if (kind === undefined) throw new DecodeError('message.type', `is ${type}, which does not exist`)
  return { kind, content: nestedBytes(reader, 'content'), encoded }
}

/** Additional items are ignored, as the reference node does. */
export function decodeMessage({ kind, content }: Pick<Envelope, 'kind' | 'content'>): Message {
  return readers[kind](RlpReader.list(content, kind))
}

/** A content of the form [id, [fields]]. */
const numbered =
  <Fields>(read: (fields: RlpReader) => Fields): ((reader: RlpReader) => Fields & { readonly id: number }) =>
  (reader) => {
    const id = reader.number('id')
    return { ...read(nestedList(reader, 'fields')), id }
  }

const readers: Readonly<Record<MessageKind, Read>> = {
  status: (reader) => ({
    kind: 'status',
    bestNumber: reader.number('bestNumber'),
    bestHash: readHash(reader, 'bestHash'),
    bestParentHash: reader.done ? null : readHash(reader, 'bestParentHash'),
    totalDifficulty: reader.done ? null : readDifficulty(reader, 'totalDifficulty'),
  }),
  block: (reader) => ({ kind: 'block', block: nestedBytes(reader, 'block') }),
  'get-block': (reader) => ({ kind: 'get-block', hash: readHash(reader, 'hash') }),
  'new-block-hashes': (reader) => ({ kind: 'new-block-hashes', announcements: readIdentifiers(reader) }),
  'new-block-hash': (reader) => ({ kind: 'new-block-hash', hash: readHash(reader, 'hash') }),
  transactions: (reader) => ({
    kind: 'transactions',
    transactions: readItems(reader, maximumTransactions, nestedBytes),
  }),

  'block-hash-request': numbered((fields) => ({
    kind: 'block-hash-request',
    height: fields.number('height'),
  })),
  'headers-request': numbered((fields) => ({
    kind: 'headers-request',
    hash: readHash(fields, 'hash'),
    count: fields.number('count'),
  })),
  'block-request': numbered((fields) => ({ kind: 'block-request', hash: readHash(fields, 'hash') })),
  'body-request': numbered((fields) => ({ kind: 'body-request', hash: readHash(fields, 'hash') })),
  'skeleton-request': numbered((fields) => ({ kind: 'skeleton-request', start: fields.number('start') })),

  'block-hash-response': numbered((fields) => ({
    kind: 'block-hash-response',
    hash: readHash(fields, 'hash'),
  })),
  'headers-response': numbered((fields) => ({
    kind: 'headers-response',
    headers: readItems(nestedList(fields, 'headers'), maximumHeaders, nestedBytes),
  })),
  'block-response': numbered((fields) => ({ kind: 'block-response', block: nestedBytes(fields, 'block') })),
  'body-response': numbered((fields) => ({ kind: 'body-response', ...readBody(fields) })),
  'skeleton-response': numbered((fields) => ({
    kind: 'skeleton-response',
    points: readIdentifiers(nestedList(fields, 'points')),
  })),

  'snap-state-chunk-request': numbered((fields) => ({
    kind: 'snap-state-chunk-request',
    blockNumber: fields.number('blockNumber'),
    from: fields.number('from'),
    chunkSize: fields.number('chunkSize'),
  })),
  'snap-state-chunk-response': numbered((fields) => ({
    kind: 'snap-state-chunk-response',
    chunk: nestedBytes(fields, 'chunk'),
    blockNumber: fields.number('blockNumber'),
    from: fields.number('from'),
    to: fields.number('to'),
    isComplete: fields.number('isComplete') === 1,
  })),
  'snap-status-request': numbered(() => ({ kind: 'snap-status-request' })),
  'snap-status-response': numbered((fields) => ({
    kind: 'snap-status-response',
    ...readChainPart(fields),
    stateBytes: fields.number('stateBytes'),
  })),
  'snap-blocks-request': numbered((fields) => ({
    kind: 'snap-blocks-request',
    blockNumber: fields.number('blockNumber'),
  })),
  'snap-blocks-response': numbered((fields) => ({ kind: 'snap-blocks-response', ...readChainPart(fields) })),
}

/** A copy, because hashes are kept and a view would keep the whole message in memory. */
const readHash = (reader: RlpReader, name: string): Hash => asHash(reader.fixed(name, 32).slice())

/** Difficulties are encoded as two's complement; a negative one is invalid. */
function readDifficulty(reader: RlpReader, name: string): bigint {
  const difficulty = reader.signed(name)
  if (difficulty < 0n) throw new DecodeError(reader.path(name), 'is negative')
  return difficulty
}

const readIdentifiers = (list: RlpReader): BlockIdentifier[] =>
  readItems(list, maximumIdentifiers, (reader, name) => {
    const item = nestedList(reader, name)
    return { hash: readHash(item, 'hash'), number: item.number('number') }
  })

function readBody(fields: RlpReader): EncodedBody {
  return {
    transactions: nestedBytes(fields, 'transactions'),
    uncles: nestedBytes(fields, 'uncles'),
    extension: fields.done ? null : readExtension(nestedList(fields, 'extension')),
  }
}

const readExtension = (item: RlpReader): EncodedExtension => ({
  version: item.number('version'),
  extension: nestedBytes(item, 'extension'),
})

function readChainPart(fields: RlpReader): EncodedChainPart {
  return {
    blocks: readItems(nestedList(fields, 'blocks'), maximumSnapshotBlocks, nestedBytes),
    totalDifficulties: readItems(
      nestedList(fields, 'totalDifficulties'),
      maximumSnapshotBlocks,
      readDifficulty,
    ),
  }
}
