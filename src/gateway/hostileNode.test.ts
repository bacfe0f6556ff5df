import { describe, expect, it, onTestFinished } from 'vitest'
import { type Answered, hashAt, openGateway, openScriptedNodes } from './gatewayWorld.cases.ts'
import { type Hostility, hostilities, startHostileNode } from './hostileNode.cases.ts'

const chainId = 33
const block = { number: 1, hash: hashAt(1) }
const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'eth_getBalance', params: ['0x1', 'latest'] })

async function hostileNode(hostility: Hostility) {
  const node = await startHostileNode(block, chainId)
  node.hostility = hostility
  onTestFinished(() => node.close())
  return node
}

/** Answers that a gateway passes on as they are. */
const passedOn: readonly Hostility[] = ['answers endlessly', 'nests deeply', 'answers other types']

const recovered = (Object.keys(hostilities) as Hostility[]).filter(
  (name) => !passedOn.includes(name) && !name.endsWith('long answer'),
)

it.each(recovered)('asks another node when one %s', async (hostility) => {
  const [good] = await openScriptedNodes({ eth_getBalance: () => '0x5' })
  const bad = await hostileNode(hostility)
  const gateway = await openGateway([bad.url, good!.url])
  while (bad.asked === 0) expect(await gateway.call('eth_getBalance', '0x1', 'latest')).toBe('0x5')
})

it('ends a batch whose node stops within its answer', async () => {
  const bad = await hostileNode('stops in a long answer')
  const gateway = await openGateway([bad.url], 1, {}, { longAnswerTimeoutMs: 300 })
  const answers = await gateway.post([request(1), request(2)])
  expect(answers).toMatchObject([{ error: { message: expect.stringMatching(/time/) } }, { error: {} }])
})

it('breaks off an answer that does not end', async () => {
  const bad = await hostileNode('answers endlessly')
  const gateway = await openGateway([bad.url], 1, { answerBytes: 4 << 20 })
  await expect(gateway.call('eth_getBalance', '0x1', 'latest')).rejects.toThrow()
  expect(bad.asked).toBe(1)
})

describe('a node that halts within its answer', () => {
  const fs = 'f'.repeat(3 << 20)
  const open = async (answer: string) => {
    const [good] = await openScriptedNodes({ eth_getBalance: () => answer })
    const bad = await hostileNode('stops in a long answer')
    bad.halts = true
    const gateway = await openGateway([bad.url, good!.url], 2, { statusTimeoutMs: 2_000 })
    /** Asks until the bad node was asked; the answer is that of the last question. */
    const ask = async (): Promise<Answered> => {
      for (;;) {
        const asked = gateway.post(request(1))
        const outcome = await asked
        if (bad.asked > 0) return outcome
      }
    }
    return { gateway, bad, ask }
  }

  it('is replaced, also in a batch, by another one that goes on where it stopped, but by no other', async () => {
    const single = async (): Promise<void> => {
      const { gateway, ask } = await open(fs)
      expect((await ask()).result).toBe(fs)
      expect(gateway.logged.map(({ event }) => event)).toContain('node-silent')
    }
    const different = async (): Promise<void> => {
      const { ask } = await open('e'.repeat(3 << 20))
      expect((await ask()).error).toMatchObject({ code: expect.any(Number) })
    }
    const batch = async (): Promise<void> => {
      const { gateway, bad } = await open(fs)
      while (bad.asked === 0) {
        const answers = await gateway.post([request(1), request(2)])
        expect(answers).toMatchObject([{ result: fs }, { result: fs }])
      }
    }
    // A halted node is noticed after seconds, so the three cases wait together.
    await Promise.all([single(), different(), batch()])
  })
})
