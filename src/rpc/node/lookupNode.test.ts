import { describe, expectTypeOf, it } from 'vitest'
import type { ActionContext, LookupContext, RpcContext } from '../method/rpcContext.ts'
import type { ActionNode, LookupNode } from './lookupNode.ts'
import type { RpcNode } from './rpcNode.ts'

describe('the node of a method that answers in the main thread without counting', () => {
  it('is a view of the whole node', () => {
    expectTypeOf<RpcNode>().toExtend<LookupNode>()
  })

  it('cannot walk the pool', () => {
    expectTypeOf<LookupNode['pool']>().not.toHaveProperty('pendingBySender')
    expectTypeOf<LookupNode['pool']>().not.toHaveProperty('queuedBySender')
  })

  it('cannot search logs, read receipts, list a state or trace', () => {
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('searchLogs')
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('blocksWithLogs')
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('trieAt')
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('callsIn')
    expectTypeOf<LookupNode['chain']['head']>().not.toHaveProperty('receipts')
    expectTypeOf<NonNullable<ReturnType<LookupNode['chain']['transaction']>>>().not.toHaveProperty('receipt')
    expectTypeOf<LookupNode>().not.toHaveProperty('traces')
    expectTypeOf<LookupContext>().not.toHaveProperty('texts')
  })

  it('cannot simulate calls', () => {
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('callHost')
    expectTypeOf<LookupNode['chain']>().not.toHaveProperty('stateAt')
    expectTypeOf<ReturnType<LookupNode['pending']>['state']>().not.toHaveProperty('commit')
  })
})

describe('the node of an action', () => {
  it('is a view of the whole node', () => {
    expectTypeOf<RpcContext>().toExtend<ActionContext>()
  })

  it('can submit a transaction, and walk no more than that of a look-up', () => {
    expectTypeOf<ActionNode>().toHaveProperty('submit')
    expectTypeOf<ActionNode['pool']>().toEqualTypeOf<LookupNode['pool']>()
    expectTypeOf<ActionNode['chain']>().toEqualTypeOf<LookupNode['chain']>()
    expectTypeOf<ActionNode>().not.toHaveProperty('traces')
    expectTypeOf<ActionNode['local']>().toEqualTypeOf<LookupNode['local']>()
    expectTypeOf<ActionContext>().not.toHaveProperty('texts')
  })
})
