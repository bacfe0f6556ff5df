import { describe, expect, it } from 'vitest'
import { ruleNames } from '../../src/protocol/networks/ruleTable.ts'
import { bitcoinChainGates } from './bitcoinChainGates.ts'
import { bridgeGates } from './bridgeGates.ts'
import { federationGates } from './federationGates.ts'
import { momentsOf } from './gate.ts'
import { headerGates } from './headerGates.ts'
import { instructionGates } from './instructionGates.ts'
import { migrationGates } from './migrationGates.ts'
import { peginGates } from './peginGates.ts'
import { pegoutGates } from './pegoutGates.ts'
import { precompileGates } from './precompileGates.ts'
import { remascGates } from './remascGates.ts'
import { transactionGates } from './transactionGates.ts'
import { typedGates } from './typedGates.ts'

/*
 * Every rule of the table: one block before its height, at its height, and there with all rules but this one, to
 * distinguish rules that start together.
 */

const gates = [
  ...instructionGates,
  ...precompileGates,
  ...transactionGates,
  ...typedGates,
  ...headerGates,
  ...remascGates,
  ...bitcoinChainGates,
  ...bridgeGates,
  ...federationGates,
  ...peginGates,
  ...pegoutGates,
  ...migrationGates,
]

describe('the gates', () => {
  it('show every rule', () => {
    expect(ruleNames.filter((name) => !gates.some(({ rule }) => rule === name))).toEqual([])
  })
})

describe.each([...new Set(gates.map(({ rule }) => rule))])('%s', (name) => {
  for (const gate of gates.filter(({ rule }) => rule === name)) {
    it(gate.shows, () => {
      const moments = momentsOf(gate)
      expect(moments.at.height).toBeGreaterThan(0)
      expect(gate.before).not.toEqual(gate.at)
      expect(gate.probe(moments.before), 'one block before').toEqual(gate.before)
      expect(gate.probe(moments.at), 'at the height').toEqual(gate.at)
      expect(gate.probe(moments.without), 'at the height, without the rule').toEqual(gate.before)
    })
  }
})
