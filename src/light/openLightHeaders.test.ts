import { describe, expect, it } from 'vitest'
import { mainnet, regtest } from '../protocol/networks/definitions.ts'
import { beliefText } from './beliefText.ts'
import { checksHere, type HeaderChecks } from './checking/headerChecks.ts'
import { deepNetwork, LocalHeaders, openLight } from './lightWorld.cases.ts'
import { mainnetHeaders, ScriptedChain } from './scriptedChain.cases.ts'

const [first] = mainnetHeaders
const last = mainnetHeaders.at(-1)!

describe('light headers of mainnet', () => {
  it('links all headers from the checkpoint to the head', async () => {
    const { light } = await openLight([new ScriptedChain(mainnetHeaders)], {
      network: mainnet,
      anchor: first!.hash,
    })
    expect(light.head.header.hash).toEqual(last.hash)
    expect(light.firstNumber).toBe(first!.number)
    expect(light.at(first!.number + 7)?.header).toEqual(mainnetHeaders[7])
    expect(beliefText(light.belief)).toBe(
      'head 4,480,340, 41 s old, backed by 5.4 Bitcoin blocks of work, linked to the checkpoint of 2022-07-18, one endpoint',
    )
  })

  it('backs the newest headers by their work', async () => {
    const anchor = mainnetHeaders[100]!.hash
    const { light } = await openLight([new ScriptedChain(mainnetHeaders)], {
      network: mainnet,
      anchor,
      mode: 'backed-by-work',
      workBitcoinBlocks: 2,
    })
    expect(light.head.header.hash).toEqual(last.hash)
    expect(light.belief.bitcoinBlocks).toBeGreaterThanOrEqual(2)
    expect(light.firstNumber).toBeGreaterThan(mainnetHeaders[100]!.number)
  })
})

describe('light headers of a local chain', () => {
  it('links to the first block', async () => {
    const chain = new LocalHeaders(30)
    const { light } = await openLight([new ScriptedChain(chain.headers)], { network: regtest })
    expect(light.head.header).toEqual(chain.headers[30])
    expect(light.firstNumber).toBe(0)
    expect(light.head.totalDifficulty).toBe(31n)
  })
})

describe('a reorganisation', () => {
  it.each([1, 2, 7, 20])('of %i blocks follows the heavier branch', async (depth) => {
    const chain = new LocalHeaders(30)
    const endpoint = new ScriptedChain(chain.headers)
    const { light } = await openLight([endpoint], { network: deepNetwork, anchor: chain.headers[0]!.hash })
    const changes: unknown[] = []
    light.onHead((change) => changes.push(change))
    endpoint.headers = chain.branch(30 - depth, depth + 1)
    await light.refresh()
    expect(light.head.header).toEqual(endpoint.headers.at(-1))
    expect(changes).toEqual([
      {
        removed: chain.headers.slice(31 - depth).reverse(),
        added: endpoint.headers.slice(31 - depth),
      },
    ])
  })
})

describe('light headers that are closed while they follow', () => {
  it('leave the closed store alone', async () => {
    const chain = new LocalHeaders(30)
    const endpoint = new ScriptedChain(chain.headers.slice(0, 21))
    let beforeCheck = (): void => {}
    const checks: HeaderChecks = {
      ...checksHere(regtest),
      check(given, nowSeconds) {
        beforeCheck()
        return checksHere(regtest).check(given, nowSeconds)
      },
    }
    const { light, problems } = await openLight([endpoint], { network: regtest, checks })
    endpoint.headers = chain.headers
    beforeCheck = () => light.close()
    const following = light.refresh()
    await expect(following).rejects.toThrow('the connections to the endpoints were closed')
    expect(problems).toEqual([])
  })
})
