import { expect, it } from 'vitest'
import { AccessLog } from '../../src/server/log/accessLog.ts'
import { openServerWorld } from '../../src/server/serverWorld.cases.ts'
import { snippetsOf } from './snippets.ts'

it('docs/operating.md shows a line of the access log with its members in their order', async () => {
  const [shown] = snippetsOf('docs/operating.md').filter(({ language }) => language === 'json')
  const lines: string[] = []
  const accessLog = new AccessLog({ now: Date.now, elapsedMs: Date.now, write: (line) => lines.push(line) })
  const world = await openServerWorld({ accessLog, needsKeys: true })
  await world.call('test_name', `/${world.createKey()}`)
  expect(Object.keys(JSON.parse(lines[0]!))).toEqual(Object.keys(JSON.parse(shown!.text)))
})
