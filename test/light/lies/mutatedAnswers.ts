import { fullAnswer, type JsonCall, LightWorld } from '../../../src/answering/lightWorld.cases.ts'
import type { LightHeaders } from '../../../src/light/lightHeaders.ts'
import { openLightEndpoints } from '../../../src/light/openLightEndpoints.ts'
import { LightNode } from '../../../src/node/light/lightNode.ts'
import { equalBytes } from '../../../src/primitives/bytes.ts'
import type { Random } from '../../attack/random.ts'
import { compared, recordedCalls } from '../recordedCalls.ts'
import { GoldenWorld } from './goldenWorld.ts'
import { type Lie, LyingEndpoint, type Outcome } from './lyingEndpoint.ts'
import { mutated } from './mutation.ts'

export interface MutationReport {
  /** Answers that were changed, each for a client of its own. */
  readonly mutations: number
  readonly refused: number
  /** Right answers in spite of the change, and absences that are marked as unproven. */
  readonly right: number
  /** False answers that reached the client, and internal errors. */
  readonly accepted: readonly string[]
}

interface Question {
  readonly call: JsonCall
  readonly truth: string
  /** Answers that a client without any knowledge asks for. */
  readonly answers: number
}

/** One in so many changes hits the headers. */
const headerPart = 5
const shownCharacters = 400

/** Changes answers of an honest endpoint over the golden chain at random. */
export class MutatedAnswers {
  readonly #world: GoldenWorld
  readonly #endpoint: LyingEndpoint
  readonly #base: LightWorld
  readonly #questions: readonly Question[]
  /** True results by method. */
  readonly #results: ReadonlyMap<string, readonly unknown[]>

  private constructor(
    world: GoldenWorld,
    endpoint: LyingEndpoint,
    base: LightWorld,
    questions: readonly Question[],
    results: ReadonlyMap<string, readonly unknown[]>,
  ) {
    this.#world = world
    this.#endpoint = endpoint
    this.#base = base
    this.#questions = questions
    this.#results = results
  }

  /** Asks each of the recorded questions, or one in so many. */
  static async open(step = 1): Promise<MutatedAnswers> {
    const world = await GoldenWorld.open()
    const endpoint = await LyingEndpoint.open(world.honest)
    const base = await world.light([endpoint.url])
    const results = new Map<string, unknown[]>()
    let answers = 0
    endpoint.lie = {
      answer({ method }, outcome) {
        answers++
        if (outcome['result'] === undefined) return outcome
        const known = results.get(method) ?? []
        results.set(method, known)
        if (known.length < 200) known.push(outcome['result'])
        return outcome
      },
    }
    const questions: Question[] = []
    for (const call of recordedCalls().filter((_, index) => index % step === 0)) {
      answers = 0
      const { truth, isProved } = await unlied(call, world, base.node.headers, endpoint)
      if (isProved && answers > 0) questions.push({ call, truth, answers })
    }
    return new MutatedAnswers(world, endpoint, base, questions, results)
  }

  /** Questions whose answers the endpoint proves. */
  get questions(): number {
    return this.#questions.length
  }

  async run(count: number, random: Random, isOver = (): boolean => false): Promise<MutationReport> {
    const accepted: string[] = []
    let [mutations, refused] = [0, 0]
    for (; mutations < count && !isOver(); mutations++) {
      const failure =
        mutations % headerPart === 0 ? await this.#inHeaders(random) : await this.#inAnswers(random)
      if (failure === 'refused') refused++
      else if (failure !== 'right') accepted.push(failure.slice(0, shownCharacters))
    }
    return { mutations, refused, right: mutations - refused - accepted.length, accepted }
  }

  close(): void {
    this.#base.close()
    this.#endpoint.close()
    this.#world.close()
  }

  /** Opens headers while one answer is changed. */
  async #inHeaders(random: Random): Promise<string> {
    const isRaw = random.below(2) === 0
    this.#endpoint.lie = this.#changing(random.below(isRaw ? 30 : 56), random, isRaw)
    let light: LightWorld
    try {
      light = await this.#world.light([this.#endpoint.url], quick)
    } catch (error) {
      return isRefusal(error) ? 'refused' : `opening headers ended with ${String(error)}`
    }
    const { headers } = light.node
    const { chain } = this.#world.node
    try {
      for (let number = 0; number <= headers.head.header.number; number++) {
        const linked = headers.at(number)?.header.hash
        const truth = chain.select(number)?.hash
        if (linked === undefined || truth === undefined || !equalBytes(linked, truth))
          return `another header ${number} is believed`
      }
      return 'right'
    } finally {
      light.close()
    }
  }

  /** Asks a new client while one answer is changed. */
  async #inAnswers(random: Random): Promise<string> {
    const { call, truth, answers } = random.pick(this.#questions)
    this.#endpoint.lie = this.#changing(random.below(answers), random, true)
    const { headers } = this.#base.node
    const { verified, ...answered } = await ask(call, headers, this.#endpoint)
    const text = compared(answered, call)
    if (text === truth) return 'right'
    const { error, result } = answered
    const told = `${call.method} ${JSON.stringify(call.params)}: ${text} instead of ${truth}`
    if (error !== undefined) {
      const { code } = error as { readonly code: number }
      return verified === 'proof' || code === -32603 ? told : 'refused'
    }
    // That there is no such block or transaction has no proof, and is marked.
    return result === null && verified === 'endpoint' ? 'right' : told
  }

  /** Changes the answer with this position among those of a question. */
  #changing(position: number, random: Random, hasRawHeaders: boolean): Lie {
    let next = 0
    return {
      answer: ({ method }, outcome): Outcome => {
        if (method === 'debug_getRawHeader' && !hasRawHeaders)
          return { error: { code: -32601, message: 'method not found' } }
        if (next++ !== position) return outcome
        return mutated(outcome, this.#results.get(method) ?? [], random)
      },
    }
  }
}

const quick = { attemptMs: 2_000, totalMs: 500 } as const

/** What a client says that could not believe anything. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'UpstreamError' || error.name === 'LightError')

async function unlied(
  call: JsonCall,
  { service }: GoldenWorld,
  headers: LightHeaders,
  endpoint: LyingEndpoint,
): Promise<{ readonly truth: string; readonly isProved: boolean }> {
  const truth = compared(await fullAnswer(service, call), call)
  const { verified, ...answered } = await ask(call, headers, endpoint)
  return { truth, isProved: verified === 'proof' && compared(answered, call) === truth }
}

/** Asks a client that has the headers and nothing else. */
async function ask(call: JsonCall, headers: LightHeaders, { url }: LyingEndpoint) {
  const light = LightWorld.around(
    new LightNode({
      headers: shared(headers),
      endpoints: openLightEndpoints({ urls: [url], limits: quick }),
      clock: () => 0,
      now: () => performance.now(),
      onError: () => {},
    }),
  )
  try {
    return await light.answer(call.method, call.params)
  } finally {
    light.close()
  }
}

/** Headers that stay open when a client ends. */
const shared = (headers: LightHeaders): LightHeaders => ({
  network: headers.network,
  firstNumber: headers.firstNumber,
  belief: headers.belief,
  progress: undefined,
  head: headers.head,
  at: (number) => headers.at(number),
  byHash: (hash) => headers.byHash(hash),
  onHead: (listener) => headers.onHead(listener),
  refresh: () => headers.refresh(),
  close() {},
})
