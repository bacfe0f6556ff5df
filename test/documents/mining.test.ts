import type { Block } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  coinbaseBytes,
  headerBytes,
  merkleBranch,
  poolBlock,
  transactionIds,
} from '../../src/mining/proof/bitcoinBlock.cases.ts'
import { asHash } from '../../src/primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../src/primitives/hex.ts'
import { openService, type ServiceWorld } from '../service/serviceWorld.ts'
import { textOf } from './documents.ts'

/* The statements of docs/mining.md, tried by a pool over HTTP. Its script runs with the other snippets. */

const page = textOf('docs/mining.md')

let world: ServiceWorld
beforeAll(async () => {
  world = await openService({ networks: ['regtest', 'testnet'] })
})
afterAll(() => world.close())

interface Work {
  readonly blockHashForMergedMining: string
  readonly target: string
}

const bytesOf = (hex: string): Uint8Array => fromHex(hex)
const hex = (bytes: Uint8Array): string => toHexDigits(bytes)
const list = (parts: readonly Uint8Array[]): string => parts.map(hex).join(' ')

async function solvedBlock(options: Parameters<typeof poolBlock>[2] = {}): Promise<Block> {
  const { blockHashForMergedMining, target } = await world.result<Work>('mnr_getWork')
  return poolBlock(asHash(bytesOf(blockHashForMergedMining)), bytesOf(target), options)
}

async function outcomeOf(method: string, parameters: string[]): Promise<string> {
  const { blockImportedResult } = await world.result<{ blockImportedResult: string }>(method, parameters)
  return Buffer.from(bytesOf(blockImportedResult)).toString()
}

/** The parameters of each form in the order that the page gives. */
const forms: Readonly<Record<string, (block: Block) => string[]>> = {
  mnr_submitBitcoinBlock: (block) => [hex(block.toBuffer())],
  mnr_submitBitcoinBlockTransactions: (block) => [
    block.getId(),
    hex(headerBytes(block)),
    hex(coinbaseBytes(block)),
    list(transactionIds(block)),
  ],
  mnr_submitBitcoinBlockPartialMerkle: (block) => [
    block.getId(),
    hex(headerBytes(block)),
    hex(coinbaseBytes(block)),
    list(merkleBranch(block)),
    block.transactions!.length.toString(16),
  ],
}

/** Rows of the table below a heading, as their cells. */
const rowsBelow = (heading: string): string[][] =>
  page
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

describe('work', () => {
  it('has the members of the page', async () => {
    const members = rowsBelow('3. Poll for work').map(([, name]) => name!.replaceAll('`', ''))
    expect(Object.keys(await world.result<object>('mnr_getWork'))).toEqual(members)
  })
})

describe('a submission', () => {
  it.each(Object.keys(forms))('by %s is accepted, and recognised when it is repeated', async (method) => {
    const block = await solvedBlock({ others: 3 })
    const parameters = forms[method]!(block)
    expect(await outcomeOf(method, parameters)).toBe('IMPORTED_BEST')
    expect(await outcomeOf(method, parameters)).toBe('EXIST')
    const sibling = await siblingOf(block)
    expect(await outcomeOf(method, forms[method]!(sibling))).toBe('IMPORTED_NOT_BEST')
    expect(page).toContain(`| \`${method}\` |`)
  })

  it('has the outcomes of the page', () => {
    const named = rowsBelow('4. Submit').map(([, name]) => name!.replaceAll('`', ''))
    expect(named.filter((name) => /^[A-Z_]+$/.test(name))).toEqual([
      'IMPORTED_BEST',
      'IMPORTED_NOT_BEST',
      'EXIST',
      'NO_PARENT',
      'INVALID_BLOCK',
    ])
  })
})

/** Another solution of the same work. */
async function siblingOf(block: Block): Promise<Block> {
  const coinbase = Buffer.from(coinbaseBytes(block))
  const tagAt = coinbase.lastIndexOf('RSKBLOCK:')
  const hash = asHash(coinbase.subarray(tagAt + 9, tagAt + 41))
  const { target } = await world.result<Work>('mnr_getWork')
  return poolBlock(hash, bytesOf(target), { extraNonce: 7 })
}

describe('a refusal', () => {
  const refused: Readonly<Record<string, () => Promise<[string, string[], path?: string]>>> = {
    'Invalid block': async () => [
      'mnr_submitBitcoinBlock',
      [hex((await solvedBlock({ failing: true })).toBuffer())],
    ],
    'Cannot publish': async () => {
      const { target } = await world.result<Work>('mnr_getWork')
      const unknown = poolBlock(asHash(new Uint8Array(32).fill(0xab)), bytesOf(target))
      return ['mnr_submitBitcoinBlock', [hex(unknown.toBuffer())]]
    },
    'The list': async () => {
      const [id, header, coinbase] = forms['mnr_submitBitcoinBlockPartialMerkle']!(await solvedBlock())
      return ['mnr_submitBitcoinBlockPartialMerkle', [id!, header!, coinbase!, '', '1']]
    },
    'expected whole': async () => ['mnr_submitBitcoinBlock', [`0x${hex((await solvedBlock()).toBuffer())}`]],
    'Bitcoin header:': async () => {
      const [id, header, ...others] = forms['mnr_submitBitcoinBlockTransactions']!(await solvedBlock())
      return ['mnr_submitBitcoinBlockTransactions', [header!, id!, ...others]]
    },
    'the method': async () => ['mnr_getWork', [], '/testnet'],
  }

  it.each(
    rowsBelow('5. Refusals').map(([, words, code]) => [words!.replaceAll('`', ''), Number(code)] as const),
  )('is worded as the page says: %s', async (words, code) => {
    const [method, parameters, path] = await refused[words.split(' ').slice(0, 2).join(' ')]!()
    const error = await world.error(method, parameters, path)
    const pattern = words
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')
    expect(error).toMatchObject({ code, message: expect.stringMatching(new RegExp(pattern)) })
  })
})
