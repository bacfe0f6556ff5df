import { describe, expect } from 'vitest'
import type { LocalNode } from '../../src/index.ts'
import { chainTest } from '../../src/library/vitest.ts'

const nodes: LocalNode[] = []
const test = chainTest({
  accounts: 3,
  deploy(node) {
    nodes.push(node)
    node.mine(2)
    return { blocks: 2 }
  },
})
const alone = chainTest({ chainPer: 'test' })

describe('tests of a file', () => {
  test('have a chain with its options, after what was deployed', ({ node, deployed }) => {
    expect(node.accounts).toHaveLength(3)
    expect(node.chain.head.number).toBe(deployed.blocks)
    node.mine()
    node.increaseTime(1_000)
  })

  test('share it, and begin with the state and the clock after the deployment', ({ node }) => {
    expect(nodes).toEqual([node])
    expect(node.chain.head.number).toBe(2)
    expect(node.increaseTime(0)).toBe(0)
    node.mine()
  })

  test('find it restored when they name only what was deployed', ({ deployed }) => {
    expect(deployed).toEqual({ blocks: 2 })
    expect(nodes[0]?.chain.head.number).toBe(2)
  })

  test.concurrent
    .fails('are refused to run at once', ({ node }) => {
      expect(node).toBeDefined()
    })
})

describe('tests with chains of their own', () => {
  alone.concurrent.for([3, 5])('mine %i blocks at once', (blocks, { node, deployed }) => {
    node.mine(blocks)
    expect(node.chain.head.number).toBe(blocks)
    expect(deployed).toBeUndefined()
  })
})
