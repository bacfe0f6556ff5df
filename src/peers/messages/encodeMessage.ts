import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../primitives/rlp/encode.ts'
import {
  type BlockIdentifier,
  type EncodedBody,
  type EncodedChainPart,
  type Message,
  messageTypes,
} from './message.ts'

/** The payload of a message's frame: [[type, content]], where the content is a string that contains a list. */
export function encodeMessage(message: Message): Uint8Array {
  return encodeRlp([[unsignedBytes(messageTypes[message.kind]), contentOf(message)]])
}

function contentOf(message: Message): Uint8Array {
  if ('id' in message) {
    return encodeRlpList([encodeRlp(unsignedBytes(message.id)), encodeRlpList(fieldsOf(message))])
  }
  switch (message.kind) {
    case 'status':
      return encodeRlpList(statusItems(message))
    case 'block':
      return encodeRlp([message.block])
    case 'get-block':
    case 'new-block-hash':
      return encodeRlp([message.hash])
    case 'new-block-hashes':
      return encodeRlp(identifierItems(message.announcements))
    case 'transactions':
      return encodeRlpList(message.transactions)
  }
}

function statusItems(status: Extract<Message, { kind: 'status' }>): Uint8Array[] {
  const items: RlpValue[] = [unsignedBytes(status.bestNumber), status.bestHash]
  if (status.bestParentHash !== null && status.totalDifficulty !== null) {
    items.push(status.bestParentHash, signedBytes(status.totalDifficulty))
  }
  return items.map(encodeRlp)
}

/** The fields of a request or response, each encoded. */
function fieldsOf(message: Extract<Message, { id: number }>): readonly Uint8Array[] {
  switch (message.kind) {
    case 'block-hash-request':
      return [number(message.height)]
    case 'headers-request':
      return [encodeRlp(message.hash), number(message.count)]
    case 'block-request':
    case 'body-request':
    case 'block-hash-response':
      return [encodeRlp(message.hash)]
    case 'skeleton-request':
      return [number(message.start)]
    case 'headers-response':
      return [encodeRlpList(message.headers)]
    case 'block-response':
      return [encodeRlp(message.block)]
    case 'body-response':
      return bodyFields(message)
    case 'skeleton-response':
      return [encodeRlp(identifierItems(message.points))]
    case 'snap-state-chunk-request':
      return [number(message.blockNumber), number(message.from), number(message.chunkSize)]
    case 'snap-state-chunk-response':
      return [
        encodeRlp(message.chunk),
        number(message.blockNumber),
        number(message.from),
        number(message.to),
        number(message.isComplete ? 1 : 0),
      ]
    case 'snap-status-request':
      return []
    case 'snap-status-response':
      return [...chainPartFields(message), number(message.stateBytes)]
    case 'snap-blocks-request':
      return [number(message.blockNumber)]
    case 'snap-blocks-response':
      return chainPartFields(message)
  }
}

const number = (value: number): Uint8Array => encodeRlp(unsignedBytes(value))

const identifierItems = (identifiers: readonly BlockIdentifier[]): RlpValue =>
  identifiers.map(({ hash, number }) => [hash, unsignedBytes(number)])

function bodyFields({ transactions, uncles, extension }: EncodedBody): Uint8Array[] {
  if (extension === null) return [transactions, uncles]
  return [transactions, uncles, encodeRlp([unsignedBytes(extension.version), extension.extension])]
}

const chainPartFields = ({ blocks, totalDifficulties }: EncodedChainPart): Uint8Array[] => [
  encodeRlp(blocks),
  encodeRlp(totalDifficulties.map(signedBytes)),
]
