import type { Later } from '../../primitives/work/later.ts'
import type { WorkMeter } from '../budget/workMeter.ts'
import type { Json } from '../json/json.ts'
import type { Result } from '../json/result.ts'
import type { ChainMethod } from '../method/method.ts'
import type { MethodFacts } from '../method/methodFacts.ts'
import type { RpcClient } from './answerContext.ts'
import { Envelope, type EnvelopeParts } from './envelope.ts'

/* An envelope over methods that a test defines. */

export type ScriptedMethod = (params: readonly Json[], client: RpcClient, meter: WorkMeter) => Later<Result>

export function scriptedEnvelope(
  methods: ReadonlyMap<string, ScriptedMethod>,
  explain: EnvelopeParts['explain'],
  factsOf: (name: string) => Partial<MethodFacts> = () => ({}),
): Envelope {
  return new Envelope({
    methods: { find: (name) => (methods.has(name) ? methodOf(name, factsOf(name)) : undefined) },
    answerer: ({ name, params, client, meter }) =>
      methods.get(name)!(Array.isArray(params) ? params : [], client, meter),
    explain,
  })
}

const methodOf = (name: string, facts: Partial<MethodFacts>): ChainMethod => ({
  name,
  aliases: [],
  summary: '',
  params: [],
  result: {},
  cost: 1,
  isLong: false,
  access: 'everyone',
  effect: 'uses-node',
  asks: 'nothing',
  askedBlock: () => ({ kind: 'any' }),
  upstream: 'never',
  light: 'refused',
  ...facts,
  placement: 'chain',
  bound: 'lookups',
  call() {
    throw new Error('the answerer calls the script')
  },
})
