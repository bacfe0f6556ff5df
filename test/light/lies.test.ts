import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { GoldenWorld, golden } from './lies/goldenWorld.ts'
import { LyingEndpoint } from './lies/lyingEndpoint.ts'
import { type ReadLie, readLies, replyLies } from './lies/readLies.ts'

/* An endpoint that lies about what is read, beside an honest one and alone. */

/** Clients over both until one has asked the liar. */
const maximumAttempts = 3
/** Milliseconds after which an endpoint that does not answer is left, and after which the client gives up. */
const limits = { attemptMs: 3_000, totalMs: 10_000 } as const
/** One that is alone is waited for in vain. */
const limitsAlone = { attemptMs: 3_000, totalMs: 3_000 } as const

let world: GoldenWorld
beforeAll(async () => {
  world = await GoldenWorld.open()
  // The first client takes longer.
  const first = await LyingEndpoint.open(world.honest)
  const light = await world.light([first.url])
  await light.answer('eth_getBalance', [golden.account, 'latest'])
  light.close()
  first.close()
})
afterAll(() => world.close())

/** Closes what a test opens; tests run side by side. */
type Keep = <Opened extends { close(): void }>(opened: Opened) => Opened

const keeping =
  ({ onTestFinished }: TestContext): Keep =>
  (opened) => {
    onTestFinished(() => opened.close())
    return opened
  }

const endpoint = async (keep: Keep): Promise<LyingEndpoint> => keep(await LyingEndpoint.open(world.honest))

/** The slower endpoint is asked after the other one. */
const slower = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40))

/** Whether one endpoint alone makes a client say that there is no such thing, with a mark. */
const isAbsence = (reason: RegExp): boolean => reason.source === 'null'

/** Asks a client over both, again if the honest one was quicker. The honest one is busy until the client has met the lie. */
async function askedOver(
  { question: { method, params }, lie, reason, standing = 'aside' }: ReadLie,
  keep: Keep,
) {
  for (let attempt = 1; ; attempt++) {
    const [liar, honest] = [await endpoint(keep), await endpoint(keep)]
    honest.beforeAnswer = slower
    const light = keep(await world.light([liar.url, honest.url], limits))
    const isMet = (): boolean =>
      standing === 'aside' ? light.node.endpoints.endpoints[0]!.standing === 'aside' : liar.told > 0
    liar.lie = lie
    // Absence is believed when nobody else can be asked.
    if (reason !== undefined && !isAbsence(reason))
      honest.lie = { reply: (_, response) => !isMet() && response.writeHead(503).end() !== undefined }
    const answer = await light.answer(method, params)
    const isAsked = liar.told > 0 || reason === undefined
    if (isAsked || attempt === maximumAttempts) return { liar, light, answer }
  }
}

/** A light client knows the work of headers, which does not count uncles. */
const compared = (answer: object): string =>
  JSON.stringify(answer).replace(/"(totalDifficulty|size)":"0x[0-9a-f]+"/g, '')

const lies = [...readLies, ...replyLies]

describe.each(lies)('an endpoint that gives $name', (told) => {
  const { question, reason, standing = 'aside' } = told

  it('is outvoted by an honest one', async (context) => {
    const { liar, light, answer } = await askedOver(told, keeping(context))
    const { verified, ...answered } = answer
    expect(compared(answered)).toBe(compared(await world.honest(question)))
    if (reason !== undefined) {
      expect(verified).toBe('proof')
      expect(liar.told).toBeGreaterThan(0)
    }
    const [state] = light.node.endpoints.endpoints
    // A pause after a failure may be over.
    if (standing !== 'waiting') expect(state!.standing).toBe(standing)
    if (state!.standing === 'aside') expect(state!.reason).toMatch(reason!)
  })
})

describe.concurrent('alone, an endpoint', () => {
  it.each(lies)('that gives $name is refused by name', async ({ question, lie, reason }) => {
    const liar = await LyingEndpoint.open(world.honest)
    const light = await world.light([liar.url], limitsAlone)
    try {
      liar.lie = lie
      const { verified, ...answered } = await light.answer(question.method, question.params)
      if (reason === undefined) {
        expect(compared(answered)).toBe(compared(await world.honest(question)))
        return
      }
      expect(liar.told).toBeGreaterThan(0)
      if (answered.error === undefined) {
        // Nothing proves that there is no such transaction.
        expect([answered.result, verified]).toEqual([null, 'endpoint'])
        expect(isAbsence(reason)).toBe(true)
        return
      }
      const { message } = answered.error as { readonly message: string }
      expect(message).toMatch(reason)
      expect(message).toContain(new URL(liar.url).host)
    } finally {
      light.close()
      liar.close()
    }
  })
})
