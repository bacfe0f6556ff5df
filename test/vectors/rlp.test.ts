import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../../src/primitives/bytes.ts'
import { DecodeError } from '../../src/primitives/errors.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from '../../src/primitives/rlp/encode.ts'
import { RlpReader } from '../../src/primitives/rlp/reader.ts'
import { sharedVectorFiles, sharedVectors } from '../support/sharedVectors.ts'

/** Text, a small number, a large one as `#123`, or a list of such values. */
type Described = string | number | readonly Described[]

interface RlpCase {
  readonly in: Described
  readonly out: string
}

function rlpValueOf(described: Described): RlpValue {
  if (typeof described === 'number') return unsignedBytes(described)
  if (typeof described !== 'string') return described.map(rlpValueOf)
  return described.startsWith('#') ? unsignedBytes(BigInt(described.slice(1))) : asciiBytes(described)
}

/** The only value in `bytes`, read completely. */
function decode(bytes: Uint8Array): RlpValue {
  const values = readAll(RlpReader.list(encodeRlpList([bytes]), 'rlp'))
  if (values.length !== 1) throw new DecodeError('rlp', `has ${values.length} values instead of 1`)
  return values[0]!
}

function readAll(reader: RlpReader): RlpValue[] {
  const values: RlpValue[] = []
  while (!reader.done) {
    const name = `[${values.length}]`
    values.push(reader.nextIsList(name) ? readAll(reader.list(name)) : reader.bytes(name))
  }
  return values
}

const valid = sharedVectors<Record<string, RlpCase>>('RLPTests/rlptest.json')
const randomFiles = sharedVectorFiles('RLPTests/RandomRLPTests')
const invalid = sharedVectors<Record<string, RlpCase>>('RLPTests/invalidRLPTest.json')

/** Cases that are invalid according to the files but accepted by the reference node, with the reason. */
const accepted: Readonly<Record<string, string>> = {
  wrongSizeList: 'a list of one byte may have a length byte',
  wrongSizeList2: 'a list of one byte may have a length byte',
  incorrectLengthInArray: 'a length may have leading zeros',
  randomRLP: 'a length may have leading zeros',
  bytesShouldBeSingleByte00: 'a byte that could stand for itself may have a prefix',
  bytesShouldBeSingleByte01: 'a byte that could stand for itself may have a prefix',
  bytesShouldBeSingleByte7F: 'a byte that could stand for itself may have a prefix',
}

const entries = (cases: Record<string, RlpCase> | undefined): [string, RlpCase][] =>
  Object.entries(cases ?? {})

describe.skipIf(!valid)('valid RLP', () => {
  it.each(entries(valid))('encodes and decodes %s', (_name, { in: described, out }) => {
    const value = rlpValueOf(described)
    expect(toHexDigits(encodeRlp(value))).toBe(out.toLowerCase())
    expect(decode(fromHex(out))).toEqual(value)
  })
})

describe.skipIf(randomFiles.length === 0)('random RLP', () => {
  const random = randomFiles.flatMap((path) => entries(sharedVectors(path)))

  it.each(random)('decodes and encodes %s', (_name, { out }) => {
    expect(toHexDigits(encodeRlp(decode(fromHex(out))))).toBe(out)
  })
})

describe.skipIf(!invalid)('RLP that the files call invalid', () => {
  const isAccepted = ([name]: [string, RlpCase]): boolean => name in accepted

  it.each(entries(invalid).filter((entry) => !isAccepted(entry)))('rejects %s', (_name, { out }) => {
    expect(() => decode(fromHex(out))).toThrow(DecodeError)
  })

  it.each(
    entries(invalid)
      .filter(isAccepted)
      .map(([name, { out }]) => ({ name, reason: accepted[name], out })),
  )('accepts $name: $reason', ({ out }) => {
    expect(() => decode(fromHex(out))).not.toThrow()
  })
})
