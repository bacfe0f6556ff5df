import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { questionText } from '../../remote/nodeAnswer.ts'
import { fleetSecret, openScriptedNodes } from '../gatewayWorld.cases.ts'
import { GatewayNode } from './gatewayNode.ts'
import { NodeSet } from './nodeSet.ts'

it('sends light reads of one turn of the event loop to one node, and the next to another', async () => {
  const scripted = await openScriptedNodes({}, {})
  const nodes = scripted.map(({ url }, position) => new GatewayNode(url, position, fleetSecret, 1_000))
  for (const node of nodes) {
    onTestFinished(() => node.close())
    node.reported({ number: 1, hash: '0x', isSyncing: false, sharesFilters: false, writerAnswers: true })
  }
  const set = new NodeSet(nodes)
  const body = questionText('eth_blockNumber', [])
  const answers: Promise<void>[] = []
  const readSome = (): GatewayNode[] =>
    Array.from({ length: 4 }, () => {
      const node = set.choose(1, [], 'light')!
      answers.push(
        new Promise((onAnswer, onFailure) => {
          node.ask({ body, client: undefined, lane: 'light' }, { onAnswer: () => onAnswer(), onFailure })
        }),
      )
      return node
    })
  const first = readSome()
  expect(new Set(first).size).toBe(1)
  await nextTurn()
  const second = readSome()
  expect(new Set(second).size).toBe(1)
  expect(second[0]).not.toBe(first[0])
  await Promise.all(answers)
})
