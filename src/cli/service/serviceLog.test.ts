import { expect, it } from 'vitest'
import { lifeEvents } from './serviceLog.ts'

it('makes events of the notes to people and of the warnings of Node.js, and leaves the process as it was', async () => {
  const lines: string[] = []
  const write = (line: string): void => void lines.push(line)
  const given = { print: write, note: write, status: undefined }
  const configuration = { role: 'node', logFormat: 'json' } as const
  const before = process.listeners('warning')
  const events = lifeEvents(configuration, given)!
  const unwatch = events.watchProcess()
  events.terminal.note('regtest: 5 blocks')
  process.emitWarning('careful')
  await expect.poll(() => lines.length).toBe(2)
  unwatch()
  events.stopped()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', event: 'note', text: 'regtest: 5 blocks' },
    { level: 'warn', event: 'warning', reason: expect.stringContaining('careful') },
    { level: 'info', event: 'stopped' },
  ])
  expect(process.listeners('warning')).toEqual(before)
  expect(lifeEvents({ ...configuration, logFormat: 'text' }, given)).toBeUndefined()
})
