import { pegBlocks } from '../../src/bridge/recordedPeg.cases.ts'
import { BlockExecution } from '../../src/execution/block/blockExecution.ts'
import { verifyExecution } from '../../src/execution/block/verifyExecution.ts'
import { ListedBlocks } from '../../src/native/nativeWorld.cases.ts'
import { genesisBlock, genesisState } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { CodeCache } from '../../src/state/codeCache.ts'
import type { Trie } from '../../src/trie/trie.ts'

/** Executes the chain up to a height, checks every block and keeps the states after each of them. */
export class PegChain {
  readonly codes = new CodeCache(2 ** 22)
  readonly states: Trie[]
  readonly #known: ListedBlocks

  constructor() {
    const genesis = genesisState(regtest)
    this.states = [genesis]
    this.#known = new ListedBlocks([genesisBlock(regtest, genesis)])
  }

  runTo(height: number): void {
    while (this.states.length <= height) this.#runNext()
  }

  #runNext(): void {
    const number = this.states.length
    const block = pegBlocks[number - 1]!
    const context = { network: regtest, chain: this.#known, codes: this.codes }
    const result = new BlockExecution(block, this.states[number - 1]!, context).complete()
    const problem = verifyExecution(block, result, rulesAt(regtest, number))
    if (problem) throw new Error(`block ${number}: ${problem.detail}`)
    this.states.push(result.state)
    this.#known.add(block)
  }
}
