import { afterEach, describe, expect, it } from 'vitest'
import type { LightHeaders } from '../../src/light/lightHeaders.ts'
import { deepNetwork, LocalHeaders } from '../../src/light/lightWorld.cases.ts'
import { openLightEndpoints } from '../../src/light/openLightEndpoints.ts'
import { type LightHeadersOptions, openLightHeaders } from '../../src/light/openLightHeaders.ts'
import { headerJson, mainnetHeaders } from '../../src/light/scriptedChain.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { sealHeader } from '../../src/protocol/headers/hashes.ts'
import type { BlockHeader } from '../../src/protocol/headers/header.ts'
import { mainnet, regtest } from '../../src/protocol/networks/definitions.ts'
import { answeringHeaders } from './lies/headerChain.ts'
import { type Lie, LyingEndpoint } from './lies/lyingEndpoint.ts'

/* An endpoint that lies about headers, beside an honest one and alone. The headers are real ones of mainnet. */

const headers = mainnetHeaders.slice(0, 130)
const [first] = headers
const last = headers.at(-1)!

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.close()
})

async function serve(chain: readonly BlockHeader[], lie?: Lie): Promise<LyingEndpoint> {
  const endpoint = await LyingEndpoint.open(answeringHeaders(chain))
  endpoint.lie = lie
  opened.push(endpoint)
  return endpoint
}

async function light(
  endpoints: readonly LyingEndpoint[],
  options: Partial<LightHeadersOptions> = {},
): Promise<{ headers: LightHeaders; pool: ReturnType<typeof openLightEndpoints> }> {
  const urls = endpoints.map(({ url }) => url)
  const pool = openLightEndpoints({ urls })
  opened.push(pool)
  const opening = openLightHeaders({
    network: mainnet,
    anchor: first!.hash,
    mode: 'linked',
    intervalMs: 0,
    nowMs: () => 1000 * last.timestamp + 41_000,
    onProblem: () => {},
    endpoints: pool,
    ...options,
  })
  const followed = await opening
  opened.push(followed)
  return { headers: followed, pool }
}

type Fields = Readonly<Record<string, unknown>>

/** Changes the JSON of headers above the anchor. */
const inJson = (change: (json: Fields) => unknown): Lie => ({
  answer: ({ method }, outcome) => {
    const json = outcome['result'] as Fields | null | undefined
    const isHeader = method.startsWith('eth_getBlockBy') && json !== null && json !== undefined
    return isHeader && json['number'] !== numberOf(first!) ? { result: change(json) } : outcome
  },
})

const numberOf = ({ number }: BlockHeader): string => `0x${number.toString(16)}`

/** Replaces headers by others that hash to their own hash. */
const resealed = (change: (header: BlockHeader) => BlockHeader): Lie =>
  inJson((json) => headerJson(change(headers.find((one) => numberOf(one) === json['number'])!)))

const sealed = (header: BlockHeader, change: Partial<BlockHeader>): BlockHeader =>
  sealHeader({ ...header, ...change }, mainnet)

const flipped = (text: unknown): string => {
  const data = String(text)
  const at = data.length - 10
  return `${data.slice(0, at)}${data[at] === '0' ? '1' : '0'}${data.slice(at + 1)}`
}

const notItsHash = /gives a false header: header: does not match its hash/
const noWork = /gives a false header: block \d+ breaks the rule (proof-of-work|bitcoin-timestamp)/
const zero = `0x${'00'.repeat(32)}`

interface HeaderLie {
  readonly name: string
  readonly lie: Lie
  readonly reason: RegExp
}

/** Members of the JSON of a header, each with a false value. */
const members: readonly (readonly [string, (value: unknown) => unknown])[] = [
  ['parentHash', () => zero],
  ['stateRoot', flipped],
  ['transactionsRoot', flipped],
  ['receiptsRoot', flipped],
  ['sha3Uncles', flipped],
  ['logsBloom', flipped],
  ['miner', flipped],
  ['difficulty', () => '0xffffffffffffffffffffffff'],
  ['number', (value) => `0x${(Number(value) + 1).toString(16)}`],
  ['gasLimit', () => '0x1'],
  ['gasUsed', () => '0x1'],
  ['timestamp', (value) => `0x${(Number(value) + 1).toString(16)}`],
  ['extraData', () => '0x1234'],
  ['paidFees', () => '0x7'],
  ['minimumGasPrice', () => '0x7'],
  ['hash', flipped],
  ['bitcoinMergedMiningHeader', flipped],
]

const refused: readonly HeaderLie[] = [
  ...members.map(
    ([member, change]): HeaderLie => ({
      name: `a header with a false ${member}`,
      lie: inJson((json) => ({ ...json, [member]: change(json[member]) })),
      reason: notItsHash,
    }),
  ),
  {
    name: 'a header with more uncles than it has',
    lie: inJson((json) => ({ ...json, uncles: [zero, zero, zero] })),
    reason: notItsHash,
  },
  {
    name: 'a false merged-mining coinbase',
    lie: inJson((json) => ({
      ...json,
      bitcoinMergedMiningCoinbaseTransaction: flipped(json['bitcoinMergedMiningCoinbaseTransaction']),
    })),
    reason: noWork,
  },
  {
    name: 'a false merged-mining Merkle proof',
    lie: inJson((json) => ({
      ...json,
      bitcoinMergedMiningMerkleProof: flipped(json['bitcoinMergedMiningMerkleProof']),
    })),
    reason: noWork,
  },
  {
    name: 'headers without merged mining',
    lie: resealed((header) => sealed(header, { mergedMining: null })),
    reason: noWork,
  },
  {
    name: 'the merged-mining proof of another header',
    lie: resealed((header) => sealed(header, { mergedMining: first!.mergedMining })),
    reason: noWork,
  },
  {
    name: 'a header with another state root that hashes to its hash',
    lie: resealed((header) => sealed(header, { stateRoot: first!.stateRoot })),
    reason: noWork,
  },
  {
    name: 'a header with more difficulty that hashes to its hash',
    lie: resealed((header) => sealed(header, { difficulty: 16n * header.difficulty })),
    reason: noWork,
  },
  {
    name: 'a header without difficulty worth the name',
    lie: resealed((header) => sealed(header, { difficulty: 1n })),
    reason: /has the difficulty 1, less than/,
  },
  {
    name: 'headers with endless fields',
    lie: inJson((json) => ({ ...json, extraData: `0x${'00'.repeat(1 << 20)}` })),
    reason: /extraData: has more than 128 bytes/,
  },
  {
    name: 'thousands of uncles in a header',
    lie: inJson((json) => ({ ...json, uncles: new Array(10_000).fill(zero) })),
    reason: /uncles: has more than 10 entries/,
  },
  {
    name: 'something other than headers',
    lie: inJson(() => 7),
    reason: /eth_getBlockByNumber: is not an object/,
  },
  {
    name: 'another header for a number',
    lie: {
      answer: ({ method, params }, outcome, honest) =>
        String(params[0]).length < 20 && Number(params[0]) > first!.number + 50
          ? honest({ method, params: [numberOf(headers[50]!)] })
          : outcome,
    },
    reason: /gives block \d+ for block \d+/,
  },
  {
    name: 'the anchor as its newest block, and nothing below the truth',
    lie: inJson(() => null),
    reason: /does not have a block that eth_getBlockByNumber asks for/,
  },
]

describe.each(refused)('an endpoint that gives $name', ({ lie, reason }) => {
  it('is outvoted by an honest one', async () => {
    const liar = await serve(headers, lie)
    const { headers: followed, pool } = await light([liar, await serve(headers)])
    expect(liar.told).toBeGreaterThan(0)
    expect(followed.head.header).toEqual(last)
    for (const header of headers) expect(followed.at(header.number)?.header.hash).toEqual(header.hash)
    const [state] = pool.endpoints
    if (state!.standing !== 'good') expect(state!.reason).toMatch(reason)
  })

  it('is refused by name when it is alone', async () => {
    const liar = await serve(headers, lie)
    const refusal = light([liar]).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    expect(await refusal).toMatch(reason)
    expect(await refusal).toContain(new URL(liar.url).host)
  })
})

describe('an endpoint that withholds', () => {
  it('new headers is outvoted, and shows its age when it is alone', async () => {
    const old = headers.slice(0, 60)
    const { headers: both, pool } = await light([await serve(old), await serve(headers)])
    expect(both.head.header).toEqual(last)
    expect(both.belief).toMatchObject({ agreeing: 1, asked: 2 })
    expect(pool.endpoints.map(({ standing }) => standing)).toEqual(['good', 'good'])
    const { headers: alone } = await light([await serve(old)])
    expect(alone.head.header).toEqual(old.at(-1))
    expect(alone.belief.ageSeconds).toBe(last.timestamp + 41 - old.at(-1)!.timestamp)
  })

  it('new headers does not take known ones away', async () => {
    const liar = await serve(headers)
    const { headers: followed } = await light([liar])
    const stale = answeringHeaders(headers.slice(0, 60))
    liar.lie = { answer: (asked) => stale(asked) }
    await followed.refresh()
    expect(followed.head.header).toEqual(last)
  })

  it('headers in the middle of its chain is passed over', async () => {
    const isHidden = (json: Fields): boolean => Math.abs(Number(json['number']) - first!.number - 70) < 5
    const liar = await serve(
      headers,
      inJson((json) => (isHidden(json) ? null : json)),
    )
    const { headers: followed } = await light([liar, await serve(headers)])
    expect(followed.head.header).toEqual(last)
    await expect(light([liar])).rejects.toThrow(/does not have a block that eth_getBlockByNumber asks for/)
  })
})

describe('an endpoint with another chain', () => {
  const chain = new LocalHeaders(30)
  const local = { network: deepNetwork, anchor: chain.headers[0]!.hash, nowMs: Date.now } as const

  it('that has less work is not followed', async () => {
    const lighter = await serve(chain.branch(20, 5))
    const { headers: followed, pool } = await light([lighter, await serve(chain.headers)], local)
    expect(followed.head.header).toEqual(chain.headers.at(-1))
    expect(followed.belief).toMatchObject({ agreeing: 1, asked: 2 })
    expect(pool.endpoints[0]!.standing).toBe('good')
  })

  it('that claims more difficulty than the rules allow is put aside', async () => {
    const claimed = chain.branch(28, 3, 7n, { difficulty: 1_000n })
    const liar = await serve(claimed)
    const { headers: followed, pool } = await light([liar, await serve(chain.headers)], local)
    expect(followed.head.header).toEqual(chain.headers.at(-1))
    const [state] = pool.endpoints
    expect(state).toMatchObject({
      standing: 'aside',
      reason: expect.stringMatching(/breaks the rule difficulty/),
    })
    const { headers: alone } = await light([liar], local).catch((error: Error) => {
      expect(error.message).toMatch(/breaks the rule difficulty/)
      expect(error.message).toContain(new URL(liar.url).host)
      return { headers: undefined }
    })
    // It may have been followed up to the last true block.
    expect(alone?.head.header.number ?? 0).toBeLessThanOrEqual(28)
  })

  it('of another network is put aside, in both directions', async () => {
    const foreign = await serve(headers)
    const { headers: followed, pool } = await light([foreign, await serve(chain.headers)], {
      ...local,
      network: regtest,
    })
    expect(followed.head.header).toEqual(chain.headers.at(-1))
    expect(pool.endpoints[0]!.standing).toBe('aside')
    const localOne = await serve(chain.headers)
    const { headers: real, pool: others } = await light([localOne, await serve(headers)])
    expect(real.head.header).toEqual(last)
    expect(others.endpoints[0]!.standing).toBe('aside')
    await expect(light([localOne])).rejects.toThrow(new URL(localOne.url).host)
  })
})

it('names the clock when headers are of the future', async () => {
  const early = { nowMs: () => 1000 * (last.timestamp - 3_600) }
  await expect(light([await serve(headers)], early)).rejects.toThrow(
    /gives a header of the future \(compare the clock of this machine\)/,
  )
})

it('stops, and names both chains, when a heavier one would undo final blocks', async () => {
  const chain = new LocalHeaders(30)
  const options = { network: regtest, anchor: chain.headers[0]!.hash, nowMs: Date.now } as const
  const liar = await serve(chain.headers)
  const { headers: followed } = await light([liar], options)
  const other = chain.branch(5, 40)
  const heavier = answeringHeaders(other)
  liar.lie = { answer: (asked) => heavier(asked) }
  const stop = await followed.refresh().then(
    () => undefined,
    (error: Error) => error,
  )
  expect(stop).toMatchObject({ name: 'LightError', code: 'undoes-final' })
  for (const header of [chain.headers.at(-1)!, other.at(-1)!])
    expect(stop!.message).toContain(toHex(header.hash))
  expect(followed.head.header).toEqual(chain.headers.at(-1))
  liar.lie = undefined
  await expect(followed.refresh()).rejects.toBe(stop)
})

it('does not stop for an endpoint that shows two branches, one of which is its own', async () => {
  const chain = new LocalHeaders(30)
  const options = { network: regtest, anchor: chain.headers[0]!.hash, nowMs: Date.now } as const
  const liar = await serve(chain.headers)
  const { headers: followed } = await light([liar, await serve(chain.headers)], options)
  const finalNumber = '0x14'
  // Headers that could have little work on mainnet, then the believed ones and more above them.
  const [foreign, own] = [chain.branch(5, 40), chain.branch(30, 15)].map(answeringHeaders)
  let timesAsked = 0
  liar.lie = {
    answer: (asked) => {
      if (asked.params[0] === finalNumber) timesAsked++
      return (timesAsked < 2 ? foreign : own)!(asked)
    },
  }
  await followed.refresh()
  expect(timesAsked).toBe(2)
  expect(followed.head.header).toEqual(chain.headers.at(-1))
  liar.lie = undefined
  await followed.refresh()
})
