import { describe, expect, it } from 'vitest'
import { compareEngines } from './engineComparison.cases.ts'
import { type Mutation, mutatedCores } from './mutatedCore.cases.ts'
import { randomScenario } from './scenarios.cases.ts'

/* Compiles the core with a fault on purpose, to prove that the comparison of the engines finds faults. */

const mutations: readonly Mutation[] = [
  {
    what: 'memory costs too little',
    file: 'memory.ts',
    from: 'words * MEMORY_WORD_GAS +',
    to: 'words * (MEMORY_WORD_GAS - 1) +',
  },
  {
    what: 'a failed frame keeps its logs',
    file: 'journal.ts',
    from: 'store<u32>(LOG_COUNT, count)\n  if (count',
    to: 'if (count > 0) return\n  if (count',
  },
  {
    what: 'a callee that fails within the core keeps what it wrote',
    file: 'calls.ts',
    from: 'else rollback(load<u32>(frame, FRAME_MARK))',
    to: '',
  },
  {
    what: 'a comparison with a copied word is the wrong way round',
    file: 'interpret.ts',
    from: 'less(sp - 32, sp - smallImmediate(ip))',
    to: 'less(sp - smallImmediate(ip), sp - 32)',
  },
  {
    what: 'ISZERO before a conditional jump is forgotten',
    file: 'fusion.ts',
    from: 'return op.JUMP_UNLESS_TO',
    to: 'return op.JUMPI_TO',
  },
  {
    what: 'a conditional jump continues behind the next instruction',
    file: 'decode.ts',
    from: 'if (opcode == JUMPI) {\n      emitContinuation(pc, UNDECODED)',
    to: 'if (opcode == JUMPI) {\n      emitContinuation(pc + 1, UNDECODED)',
  },
  {
    what: 'a block that takes the place of its continuation gets its target',
    file: 'decode.ts',
    from: ' && target != jump - BLOCK_SIZE',
    to: '',
  },
  {
    what: 'a chunk is left too late',
    file: 'decode.ts',
    from: 'const MAXIMUM_INSTRUCTION: u32 = 48',
    to: 'const MAXIMUM_INSTRUCTION: u32 = 0',
  },
  {
    what: 'a jump keeps its operands when its block needs a chunk',
    file: 'interpret.ts',
    from: 'sp + operandsOfJump(operation)',
    to: 'sp',
  },
]

const maximumSeeds = 3000

async function firstDifference(mutation: Mutation): Promise<number> {
  const cores = await mutatedCores(mutation)
  for (let seed = 1; seed <= maximumSeeds; seed++) {
    if (typeof compareEngines(randomScenario(seed), cores).comparison === 'object') return seed
  }
  return Number.POSITIVE_INFINITY
}

describe('the comparison of the engines finds that', () => {
  for (const mutation of mutations) {
    it(mutation.what, async () => {
      expect(await firstDifference(mutation)).toBeLessThanOrEqual(maximumSeeds)
    })
  }
})
