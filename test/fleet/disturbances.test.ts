import { describe, expect, it, onTestFinished } from 'vitest'
import { ask } from '../processes/nodeProcess.ts'
import { PayingClient, ReadingClient } from './countingClients.ts'
import { openDisturbedFleet } from './disturbedFleet.ts'
import { patience } from './fleetWorld.ts'
import { useNodeFolder } from './nodeFolder.ts'
import { hasRedis } from './redisServer.ts'

const nodes = useNodeFolder()
const receiver = `0x${'5a'.repeat(20)}`
/** Reads that are answered during each disturbance, and payments after it. */
const [readsMeanwhile, paymentsAfter] = [200, 3]

interface Disturbance {
  readonly name: string
  /** Whether connections of clients may die. */
  readonly breaksClients?: boolean
  readonly begin: () => void | Promise<void>
  readonly end: () => void | Promise<void>
}

describe.skipIf(!hasRedis)('a fleet under load', () => {
  it('fails no read, repeats no transaction and shows no lower height while its parts are killed and stopped', async () => {
    const fleet = await openDisturbedFleet(nodes)
    const { writer, reader, gateway, redis, urls, accounts } = fleet
    onTestFinished(() => redis.close())
    const [from = '', other = ''] = accounts
    const { result: hash } = await ask(writer.url, 'eth_sendTransaction', {
      from: other,
      to: from,
      value: '0x1',
    })
    const questions = [
      ['eth_blockNumber'],
      ['eth_getTransactionByHash', hash],
      ['eth_blockNumber'],
      ['eth_getBalance', receiver, 'latest'],
      ['eth_estimateGas', { from, to: receiver, value: '0x1' }],
      ['eth_getLogs', { fromBlock: '0x0', toBlock: '0x1' }],
      ['eth_gasPrice'],
      ['eth_syncing'],
    ] as const
    const readers = [0, 1, 0, 1].map((place) => new ReadingClient(urls, place))
    const payer = new PayingClient(urls, 1)
    let isOver = false
    const running = [
      ...readers.map((client) => client.run(questions, () => isOver)),
      payer.run({ from, to: receiver }, () => isOver),
    ]
    const answered = (): number => readers.reduce((sum, client) => sum + client.answered, 0)
    const died = (): number => readers.reduce((sum, client) => sum + client.died, 0)
    const paid = (): number => payer.acknowledged.length
    await expect
      .poll(() => Math.min(...readers.map((client) => client.answered)), patience)
      .toBeGreaterThan(20)
    await expect.poll(paid, patience).toBeGreaterThan(paymentsAfter)

    const disturbances: Disturbance[] = [
      ...Object.entries({ writer, reader, gateway }).flatMap(([name, member]): Disturbance[] => [
        {
          name: `${name} killed`,
          breaksClients: name === 'gateway',
          begin: () => member.kill(),
          end: () => member.restart(),
        },
        { name: `${name} stopped`, begin: () => member.pause(), end: () => member.resume() },
      ]),
      { name: 'Redis killed', begin: () => redis.kill(), end: () => redis.run() },
      { name: 'Redis stopped', begin: () => redis.pause(), end: () => redis.resume() },
    ]
    for (const { name, begin, end, breaksClients = false } of disturbances) {
      const [readsBefore, diedBefore, refusedBefore, unknownBefore] = [
        answered(),
        died(),
        payer.refused,
        payer.unknown,
      ]
      await begin()
      const reads = answered()
      await expect.poll(answered, patience).toBeGreaterThan(reads + readsMeanwhile)
      if (name.startsWith('writer')) {
        await expect.poll(() => payer.refused, patience).toBeGreaterThan(refusedBefore)
        expect((await fetch(new URL('/ready', urls[1]))).status).toBe(200)
      }
      await end()
      const paidBefore = paid()
      await expect.poll(paid, patience).toBeGreaterThan(paidBefore + paymentsAfter)
      const failures = readers.flatMap((client) => client.failures)
      const wentBack = readers.reduce((sum, client) => sum + client.wentBack, 0)
      console.info(
        `${name}: ${answered() - readsBefore} reads, ${failures.length} failed, ${died() - diedBefore} connections died, ` +
          `${wentBack} heights went back; payments: ${payer.refused - refusedBefore} refused, ${payer.unknown - unknownBefore} without an answer`,
      )
      expect([name, failures, wentBack]).toEqual([name, [], 0])
      if (!breaksClients) expect([name, died() - diedBefore]).toEqual([name, 0])
    }
    isOver = true
    await Promise.all(running)

    // Each acknowledged payment is in the chain once; those without an answer may be in it, once.
    expect(new Set(payer.acknowledged).size).toBe(payer.acknowledged.length)
    const result = async (method: string, ...params: unknown[]) =>
      (await ask(urls[1]!, method, ...params)).result
    for (const sent of payer.acknowledged)
      await expect
        .poll(() => result('eth_getTransactionReceipt', sent), patience)
        .toMatchObject({ status: '0x1' })
    const received = Number(await result('eth_getBalance', receiver, 'latest'))
    expect(received).toBeGreaterThanOrEqual(paid())
    expect(received).toBeLessThanOrEqual(paid() + payer.unknown)
    expect(Number(await result('eth_getTransactionCount', from, 'latest'))).toBe(received)
  })
})
