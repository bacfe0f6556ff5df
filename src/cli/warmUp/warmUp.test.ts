import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { parseArguments } from '../commandLine/arguments.ts'
import { developmentConfiguration } from '../configuration/developmentConfiguration.ts'
import { developmentOptions, readDevelopmentConfiguration } from '../configuration/developmentOptions.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import { openService, type Service } from '../service/openService.ts'
import { startWarmUp } from './startWarmUp.ts'
import { openThrowawayService } from './throwawayService.ts'
import { usualRequests } from './usualRequests.ts'

/** The requests before the tests and the compilation of the EVM's core, those of each test, and the estimates after them. */
const requestsOf = (tests: number): number => 6 + 18 * 2 + tests * 22 + 80
/** With the opening of the chain, and the look for a further request. */
const slicesOf = (tests: number): number => 1 + requestsOf(tests) + 1

const configured = (...words: string[]): ServiceConfiguration =>
  developmentConfiguration(
    readDevelopmentConfiguration(parseArguments(['--port', '0', ...words], developmentOptions, {})),
  )

const written: string[] = []
const terminal = { print: (text: string) => written.push(text), note: (text: string) => written.push(text) }
let service: Service | undefined

afterEach(async () => {
  await service?.close()
  service = undefined
})

async function serve(configuration: ServiceConfiguration): Promise<Service> {
  service = await openService(configuration, { ...terminal, status: undefined }, undefined)
  return service
}

const portOf = ({ served }: Service): number => served[0]!.server.address.port

async function ask(serving: Service, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${portOf(serving)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json()
  return answer && typeof answer === 'object' && 'result' in answer ? answer.result : answer
}

describe('the warm-up of a development chain', () => {
  it('leaves the chain, its filters, snapshots and output as they are', async () => {
    const configuration = configured()
    const serving = await serve(configuration)
    const filter = await ask(serving, 'eth_newBlockFilter')
    const before = await ask(serving, 'eth_getBlockByNumber', ['latest', true])
    const limits = { firstMs: 0, workMs: 1_000_000 }
    const slices = await startWarmUp(configuration, serving, undefined, { tests: 2, limits }).done
    expect(slices).toBe(slicesOf(2))
    expect(await ask(serving, 'eth_getBlockByNumber', ['latest', true])).toEqual(before)
    expect(await ask(serving, 'eth_getFilterChanges', [filter])).toEqual([])
    expect(await ask(serving, 'evm_snapshot')).toBe('0x1')
    expect(await ask(serving, 'txpool_status')).toEqual({ pending: 0, queued: 0 })
    expect(written).toEqual([])
  })

  it('waits while a client waits for its answer', async () => {
    const configuration = configured()
    const serving = await serve(configuration)
    const client = connect(portOf(serving), '127.0.0.1')
    // The first half of a request.
    client.write('POST / HTTP/1.1\r\nhost: localhost\r\n')
    while (serving.served[0]!.server.traffic.look().receivedBytes === 0) await sleep(1)
    const warmUp = startWarmUp(configuration, serving, undefined, { limits: { firstMs: 0, quietMs: 1 } })
    await sleep(50)
    warmUp.end()
    client.destroy()
    expect(await warmUp.done).toBe(0)
  })

  it('ends when the service closes', async () => {
    const configuration = configured()
    const serving = await serve(configuration)
    const warmUp = startWarmUp(configuration, serving, undefined, {
      tests: 1_000_000,
      limits: { firstMs: 0, workMs: 1_000_000 },
    })
    await sleep(100)
    warmUp.end()
    await serving.close()
    expect(await warmUp.done).toBeLessThan(slicesOf(1_000_000))
  })
})

describe('the requests of the warm-up', () => {
  it.each([
    [[]],
    [
      [
        '--hardfork',
        'orchid',
        '--gas-price',
        '60000000',
        '--accounts',
        '0',
        '--networks.regtest.errors',
        'rootstock',
      ],
    ],
    [
      [
        '--no-mining',
        '--chain-id',
        '31',
        '--state',
        '/nowhere/state.json',
        '--mnemonic',
        'legal winner thank year wave sausage worth useful legal winner thank yellow',
      ],
    ],
    [['--fork', 'http://127.0.0.1:1', '--block-time', '5']],
    [['--peg', '--disable-block-gas-limit', '--auto-impersonate']],
  ])('are answered on a chain with %j', async (words) => {
    const throwaway = await openThrowawayService(configured(...words), undefined)
    try {
      let requests = 0
      for await (const _ of usualRequests(throwaway, 1)) requests++
      expect(requests).toBe(requestsOf(1))
    } finally {
      throwaway.close()
    }
  })
})
