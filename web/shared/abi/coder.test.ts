import {
  decodeErrorResult,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { readArtifact } from './artifact.ts'
import { type Decoded, decodeLog, decodeParameters } from './decode.ts'
import { encodeCall, encodeTexts } from './encode.ts'
import { itemOf, selectorOf, signatureOf } from './signature.ts'

const plain = ({ text, parts }: Decoded): unknown => text ?? parts?.map(plain)

const tuple = {
  name: 'orders',
  type: 'tuple[]',
  components: [
    { name: 'owner', type: 'address' },
    { name: 'notes', type: 'string[]' },
    { name: 'pair', type: 'int16[2]' },
  ],
} as const
const owner = '0x00000000000000000000000000000000000000aa'

describe('the ABI coder', () => {
  it('encodes and decodes as viem does', () => {
    const parameters = [
      { name: 'id', type: 'uint256' },
      tuple,
      { name: 'data', type: 'bytes' },
      { name: 'isOn', type: 'bool' },
    ] as const
    const encoded = encodeAbiParameters(parameters, [
      2n ** 255n,
      [{ owner, notes: ['<b>', 'ü'], pair: [-1, 2] }],
      '0x0102',
      true,
    ])
    const json = JSON.stringify([{ owner, notes: ['<b>', 'ü'], pair: [-1, 2] }])
    expect(`0x${encodeTexts(parameters, [String(2n ** 255n), json, '0x0102', 'true'])}`).toBe(encoded)
    expect(decodeParameters(parameters, encoded).map(plain)).toEqual([
      String(2n ** 255n),
      [[owner, ['<b>', 'ü'], ['-1', '2']]],
      '0x0102',
      'true',
    ])
  })

  it('makes calls that viem reads', () => {
    const abi = parseAbi(['function transfer(address to, uint256 amount)'])
    const item = itemOf('function', 'transfer(address to,uint256 amount)')
    const data = encodeCall(item, [owner, '7'])
    expect(data).toBe(encodeFunctionData({ abi, args: [owner, 7n] }))
    expect(decodeFunctionData({ abi, data }).functionName).toBe('transfer')
    expect(
      decodeErrorResult({
        abi: parseAbi(['error Panic(uint256 code)']),
        data: `0x${encodeCall(itemOf('error', 'Panic(uint256 code)'), ['1']).slice(2)}`,
      }).errorName,
    ).toBe('Panic')
  })

  it('writes tuples and short names of integers out in signatures', () => {
    const item = { type: 'function', name: 'place', inputs: [tuple, { type: 'uint[]' }] } as const
    expect(signatureOf(item)).toBe('place((address,string[],int16[2])[],uint256[])')
    expect(selectorOf(itemOf('function', 'balanceOf(address owner)'))).toBe('0x70a08231')
  })

  it('reads indexed parameters of logs from the topics, and only the hash of dynamic ones', () => {
    const event = itemOf('event', 'Note(address indexed owner,string indexed text,uint256 amount)')
    const topics = [`0x${'0'.repeat(64)}`, `0x${owner.slice(2).padStart(64, '0')}`, `0x${'ab'.repeat(32)}`]
    expect(decodeLog(event, topics, `0x${'5'.padStart(64, '0')}`).map(plain)).toEqual([
      owner,
      `hash 0x${'ab'.repeat(32)}`,
      '5',
    ])
  })

  it.each([
    ['uint8', '256', 'x does not fit uint8'],
    ['int8', '-129', 'x does not fit int8'],
    ['address', '0x12', 'x must be an address'],
    ['bytes4', '0x0102', 'x must have 4 bytes'],
    ['uint256[]', '[1', 'x must be JSON, such as ["1", "2"]'],
    ['uint256[2]', '["1"]', 'x must have 2 items'],
    ['bool', 'yes', 'x must be true or false'],
  ])('refuses a %s %s', (type, text, message) => {
    expect(() => encodeTexts([{ name: 'x', type }], [text])).toThrow(message)
  })

  it.each([
    ['string', `0x${'f'.repeat(64)}`, 'points beyond its end'],
    ['uint256[]', `0x${'20'.padStart(64, '0')}${'ff'.padStart(64, '0')}`, 'beyond its end'],
    ['uint256[]', `0x${'20'.padStart(64, '0')}${'40'.padStart(64, '0')}`, 'ends within an array'],
    ['uint256', '0x01', 'shorter than its types'],
  ])('refuses data that is not a %s', (type, data, message) => {
    expect(() => decodeParameters([{ type }], data)).toThrow(message)
  })

  it('bounds the values of data that refers to the same bytes many times', () => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    const rows = 150
    // Every inner array lies at the same place: one row whose items name one more.
    const inner = word(rows) + word(0).repeat(rows)
    const outer = word(rows) + word(rows * 32).repeat(rows)
    expect(() => decodeParameters([{ type: 'uint256[][]' }], `0x${word(32)}${outer}${inner}`)).toThrow(
      'too many values',
    )
  })
})

describe('readArtifact', () => {
  it('reads an ABI alone, and artifacts with bytecode as text or object', () => {
    const abi = [{ type: 'function', name: 'f', inputs: [], outputs: [], stateMutability: 'view' }]
    expect(readArtifact(JSON.stringify(abi)).abi[0]?.name).toBe('f')
    expect(readArtifact(JSON.stringify({ contractName: 'A', abi, bytecode: '0x60' }))).toMatchObject({
      name: 'A',
      bytecode: '0x60',
    })
    expect(readArtifact(JSON.stringify({ abi, bytecode: { object: '6001' } }), 'file').bytecode).toBe(
      '0x6001',
    )
    expect(readArtifact(JSON.stringify({ abi, bytecode: '0x60__$lib$__' }), 'file').bytecode).toBeUndefined()
  })

  it.each([
    ['no', 'not JSON'],
    ['{}', 'no ABI'],
    ['[1]', 'Item 1'],
    ['[{"type":"function","inputs":[{"type":"uint257"}]}]', 'uint257 is not a type'],
  ])('explains why %s is not an artifact', (text, message) => {
    expect(() => readArtifact(text)).toThrow(message)
  })
})
