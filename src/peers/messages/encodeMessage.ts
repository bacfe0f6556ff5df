import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../primitives/rlp/encode.ts'
import type { BlockIdentifier, EncodedBody, EncodedChainPart, Message } from './message.ts'
import { messageTypes } from './messageTypes.ts'

/** The payload of a message's frame: [[type, content]], where the content is a string that holds a list. */
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
    case 'getBlock':
    case 'newBlockHash':
      return encodeRlp([message.hash])
    case 'newBlockHashes':
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
    case 'blockHashRequest':
      return [number(message.height)]
    case 'headersRequest':
      return [encodeRlp(message.hash), number(message.count)]
    case 'blockRequest':
    case 'bodyRequest':
    case 'blockHashResponse':
      return [encodeRlp(message.hash)]
    case 'skeletonRequest':
      return [number(message.start)]
    case 'headersResponse':
      return [encodeRlpList(message.headers)]
    case 'blockResponse':
      return [encodeRlp(message.block)]
    case 'bodyResponse':
      return bodyFields(message)
    case 'skeletonResponse':
      return [encodeRlp(identifierItems(message.points))]
    case 'snapStateChunkRequest':
      return [number(message.blockNumber), number(message.from), number(message.chunkSize)]
    case 'snapStateChunkResponse':
      return [
        encodeRlp(message.chunk),
        number(message.blockNumber),
        number(message.from),
        number(message.to),
        number(message.isComplete ? 1 : 0),
      ]
    case 'snapStatusRequest':
      return []
    case 'snapStatusResponse':
      return [...chainPartFields(message), number(message.stateBytes)]
    case 'snapBlocksRequest':
      return [number(message.blockNumber)]
    case 'snapBlocksResponse':
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
