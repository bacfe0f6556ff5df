import type { BlockSelector } from '../../chain/selector.ts'
import {
  blockIdentifierTooLong,
  emptyBlockIdentifier,
  invalidBlockIdentifier,
  invalidBlockInput,
  invalidBlockNumber,
  invalidBlockObject,
  invalidRequireCanonical,
  numberTooLong,
  pendingNotSupported,
} from '../errors.ts'
import { isJsonObject } from '../json.ts'
import * as schema from '../schema.ts'
import { blockHash } from './hash.ts'
import type { Codec } from './parameter.ts'
import { quantity } from './quantity.ts'
import { textOf } from './text.ts'

/** The block that a request speaks of. */
export interface BlockReference {
  readonly selector: BlockSelector | 'pending'
  /** The number or hash as the client wrote it, for messages. */
  readonly text: string
  /** Given as `{blockHash}`. */
  readonly isHashObject: boolean
  /** A block of another branch than the best will not do. */
  readonly requireCanonical: boolean
}

/** A reference to a block that exists. */
export interface MinedBlockReference extends BlockReference {
  readonly selector: BlockSelector
}

const named = (selector: BlockSelector | 'pending', text: string): BlockReference => ({
  selector,
  text,
  isHashObject: false,
  requireCanonical: false,
})

export const latestBlock: MinedBlockReference = {
  selector: 'latest',
  text: 'latest',
  isHashObject: false,
  requireCanonical: false,
}

export const isMinedReference = (reference: BlockReference): reference is MinedBlockReference =>
  reference.selector !== 'pending'

const tags = ['latest', 'earliest', 'pending', 'safe', 'finalized'] as const
const tagSchema: schema.Schema = { type: 'string', enum: tags }
const hashText = /^0x[0-9a-fA-F]{64}$/
const hexText = /^0x[0-9a-fA-F]+$/
const decimalText = /^[0-9]+$/
const longestText = 66

/** Above 2^53 it is a number that no block has. */
const numbered = (text: string): BlockReference => named(Number(BigInt(text)), text)

/** A tag, a `0x` number or a hash. */
function recognised(text: string): BlockReference | undefined {
  const tag = tags.find((word) => word === text)
  if (tag !== undefined) return named(tag, text)
  if (hashText.test(text)) return named(blockHash.decode(text), text)
  if (!hexText.test(text)) return undefined
  if (text.length > longestText) throw blockIdentifierTooLong(text)
  return numbered(text)
}

const decimal = (text: string): BlockReference | undefined =>
  text.length <= longestText && decimalText.test(text) ? numbered(text) : undefined

/** Decimal numbers are known for what they are where they are not taken. */
function fromText(text: string): BlockReference {
  const reference = recognised(text)
  if (reference !== undefined) return reference
  throw decimalText.test(text) ? invalidBlockNumber(text) : invalidBlockIdentifier(text)
}

/** EIP-1898: `blockHash` wins over `blockNumber`. */
function fromObject(members: { readonly [member: string]: unknown }): BlockReference {
  const { blockHash: hash, blockNumber: number, requireCanonical: canonical = false } = members
  if (hash !== undefined) {
    const requireCanonical = decodeRequireCanonical(canonical)
    const selector = blockHash.decode(hash)
    return { selector, text: textOf(hash), isHashObject: true, requireCanonical }
  }
  if (number === undefined) throw invalidBlockObject()
  if (number === null) throw numberTooLong('null')
  return named(Number(quantity.decode(number)), textOf(number))
}

function decodeRequireCanonical(value: unknown): boolean {
  const word = textOf(value).toLowerCase()
  if (word !== 'true' && word !== 'false') throw invalidRequireCanonical()
  return word === 'true'
}

const referenceSchema = schema.eitherOf(
  tagSchema,
  schema.quantity,
  schema.hash,
  schema.objectWith({
    blockHash: schema.hash,
    blockNumber: schema.quantity,
    requireCanonical: schema.boolean,
  }),
)

/** What state queries take: a number, a tag, a hash, or an object that holds a number or hash. */
export const blockReference: Codec<BlockReference> = {
  schema: referenceSchema,
  decode(value) {
    if (isJsonObject(value)) return fromObject(value)
    if (typeof value !== 'string') throw invalidBlockInput()
    return fromText(value)
  },
}

/** The same for calls, which take decimal numbers as well. */
export const callBlockReference: Codec<BlockReference> = {
  schema: referenceSchema,
  decode: (value) => (typeof value === 'string' && decimal(value)) || blockReference.decode(value),
}

/** The same for estimates, which take JSON numbers too. */
export const estimateBlockReference: Codec<BlockReference> = {
  schema: referenceSchema,
  decode: (value) =>
    isJsonObject(value) ? fromObject(value) : (decimal(textOf(value)) ?? blockIdentifier.decode(value)),
}

/** What lookups of blocks take: a number, a tag or a hash. */
export const blockIdentifier: Codec<BlockReference> = {
  schema: schema.eitherOf(tagSchema, schema.quantity, schema.hash),
  decode(value) {
    const text = textOf(value)
    if (text === '') throw emptyBlockIdentifier()
    if (tags.some((word) => word !== text && word === text.toLowerCase())) throw invalidBlockNumber(text)
    return fromText(text)
  },
}

/** The same where the reference node has one message for everything it cannot read. */
export const headerIdentifier: Codec<BlockReference> = {
  schema: blockIdentifier.schema,
  decode(value) {
    const text = textOf(value)
    const reference = recognised(text)
    if (reference === undefined) throw invalidBlockNumber(text)
    return reference
  },
}

/** For methods that know mined blocks only. */
const mined = (codec: Codec<BlockReference>): Codec<MinedBlockReference> => ({
  schema: codec.schema,
  decode(value) {
    const reference = codec.decode(value)
    if (!isMinedReference(reference)) throw pendingNotSupported()
    return reference
  },
})

export const minedBlockReference = mined(blockReference)
export const minedBlockIdentifier = mined(blockIdentifier)
