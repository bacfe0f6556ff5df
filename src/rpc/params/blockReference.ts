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
  unreadable,
  unsupportedBlockSpecifier,
} from '../errors/errors.ts'
import { isJsonObject } from '../json/json.ts'
import * as schema from '../json/schema.ts'
import { blockHash } from './hash.ts'
import { type Codec, namedOnDevelopment } from './parameter.ts'
import { quantity } from './quantity.ts'
import { text as plainText, textOf } from './text.ts'

/** The block that a parameter names. */
export interface BlockReference {
  readonly selector: BlockSelector | 'pending'
  /** The number or hash as the client wrote it, for messages. */
  readonly text: string
  /** Whether the client sent `{blockHash}`. */
  readonly isHashObject: boolean
  /** Whether the block must be on the best chain. */
  readonly requireCanonical: boolean
}

/** A reference to a mined block. */
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

export const pendingBlock: BlockReference = { ...latestBlock, selector: 'pending', text: 'pending' }

export const isMinedReference = (reference: BlockReference): reference is MinedBlockReference =>
  reference.selector !== 'pending'

const tags = ['latest', 'earliest', 'pending', 'safe', 'finalized'] as const
const tagSchema: schema.Schema = { type: 'string', enum: tags }
const hashText = /^0x[0-9a-fA-F]{64}$/
const hexText = /^0x[0-9a-fA-F]+$/
const decimalText = /^[0-9]+$/
const maximumTextLength = 66

/** A number above 2^53 is rounded, because no block has it. */
const numbered = (text: string): BlockReference => named(Number(BigInt(text)), text)

const tagged: ReadonlyMap<string, BlockReference> = new Map(tags.map((tag) => [tag, named(tag, tag)]))

/** A tag, a `0x` number or a hash. */
function recognised(text: string): BlockReference | undefined {
  const tag = tagged.get(text)
  if (tag !== undefined) return tag
  if (hashText.test(text)) return named(blockHash.decode(text), text)
  if (!hexText.test(text)) return undefined
  if (text.length > maximumTextLength) throw blockIdentifierTooLong(text)
  return numbered(text)
}

const decimal = (text: string): BlockReference | undefined =>
  text.length <= maximumTextLength && decimalText.test(text) ? numbered(text) : undefined

/** Decimal numbers have an error message of their own where they are not accepted. */
function fromText(text: string): BlockReference {
  const reference = recognised(text)
  if (reference !== undefined) return reference
  throw decimalText.test(text) ? invalidBlockNumber(text) : invalidBlockIdentifier(text)
}

/** The maximum that the reference node's calls and log queries can read. */
const maximumNumber = 2n ** 63n - 1n

/** A tag or a `0x` number; a hash is refused as too large a number. */
function taggedOrNumbered(text: string): BlockReference | undefined {
  const tag = tagged.get(text)
  if (tag !== undefined || !hexText.test(text)) return tag
  if (text.length > maximumTextLength || BigInt(text) > maximumNumber)
    throw unreadable('the block number has more than 63 bits')
  return numbered(text)
}

/** EIP-1898; `blockHash` takes precedence over `blockNumber`. */
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

/** State queries refuse decimal text, which calls accept. */
function stateObject(members: { readonly [member: string]: unknown }): BlockReference {
  const { blockHash: hash, blockNumber: number } = members
  if (hash === undefined && typeof number === 'string' && decimalText.test(number)) {
    throw invalidBlockNumber(number)
  }
  return fromObject(members)
}

function decodeRequireCanonical(value: unknown): boolean {
  const word = textOf(value).toLowerCase()
  if (word !== 'true' && word !== 'false') throw invalidRequireCanonical()
  return word === 'true'
}

const objectSchema = schema.objectWith({
  blockHash: schema.hash,
  blockNumber: schema.quantity,
  requireCanonical: schema.boolean,
})

/** The block of a state query: a number, a tag, a hash, or an object that holds a number or hash. */
export const blockReference: Codec<BlockReference> = {
  schema: schema.eitherOf(tagSchema, schema.quantity, schema.hash, objectSchema),
  decode(value) {
    if (isJsonObject(value)) return stateObject(value)
    if (typeof value !== 'string') throw invalidBlockInput()
    return fromText(value)
  },
}

/** The block of a call: a number in hex or decimal, a tag, a hash (as ethers sends it), or an object that holds one. */
const anyCallBlock: Codec<BlockReference> = {
  schema: schema.eitherOf(tagSchema, schema.quantity, schema.hash, objectSchema),
  decode(value) {
    if (isJsonObject(value)) return fromObject(value)
    if (typeof value !== 'string') throw invalidBlockInput()
    const tag = tagged.get(value)
    if (tag !== undefined) return tag
    if (hashText.test(value)) return fromText(value)
    const reference = taggedOrNumbered(value) ?? decimal(value)
    if (reference === undefined) throw invalidBlockIdentifier(value)
    return reference
  },
}

/**
 * The block of an estimate: a number in hex, decimal or JSON, or a tag. A development chain takes the other forms of a
 * call's block too.
 */
const anyEstimateBlock: Codec<BlockReference> = {
  schema: anyCallBlock.schema,
  decode(value, isDevelopment) {
    const text = textOf(value)
    if (isDevelopment === true && (isJsonObject(value) || hashText.test(text))) {
      return anyCallBlock.decode(value)
    }
    if (text === '') throw emptyBlockIdentifier()
    if (isMiswrittenTag(text)) throw unsupportedBlockSpecifier(text)
    const reference = taggedOrNumbered(text) ?? decimal(text)
    if (reference === undefined) throw invalidBlockIdentifier(text)
    return reference
  },
}

export const callBlockReference = namedOnDevelopment('block', anyCallBlock)
export const estimateBlockReference = namedOnDevelopment('block', anyEstimateBlock)

/** A bound of a log query: a `0x` number, or a tag in any letter case. */
export const logRangeEnd: Codec<BlockReference> = {
  schema: schema.eitherOf(tagSchema, schema.quantity),
  decode(value) {
    const text = textOf(value)
    const reference = tagged.get(text.toLowerCase()) ?? taggedOrNumbered(text)
    if (reference !== undefined) return reference
    if (decimalText.test(text))
      throw unreadable('bounds of a log query are not decimal: write the number as 0x…')
    return blockIdentifier.decode(value)
  },
}

/** A tag in the wrong letter case. */
const isMiswrittenTag = (text: string): boolean =>
  tags.some((word) => word !== text && word === text.toLowerCase())

/** The block of a lookup: a number, a tag or a hash. */
export const blockIdentifier: Codec<BlockReference> = {
  schema: schema.eitherOf(tagSchema, schema.quantity, schema.hash),
  decode(value) {
    const text = textOf(value)
    if (text === '') throw emptyBlockIdentifier()
    if (isMiswrittenTag(text)) throw invalidBlockNumber(text)
    return fromText(text)
  },
}

/** The same for methods whose reference implementation has one message for all invalid text. */
export const headerIdentifier: Codec<BlockReference> = {
  schema: blockIdentifier.schema,
  decode(value) {
    const text = plainText.decode(value)
    const reference = recognised(text)
    if (reference === undefined) throw invalidBlockNumber(text)
    return reference
  },
}

/** For methods that do not support the pending block. */
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
