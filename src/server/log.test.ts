import { expect, test } from 'vitest'
import { lineLogger, reasonOf } from './log.ts'

test('logs are lines of JSON from the lowest level on', () => {
  const lines: string[] = []
  const logger = lineLogger({ level: 'info', now: () => 0, write: (line) => lines.push(line) })
  logger.log('debug', 'unheard')
  logger.log('warn', 'slow', { ms: 5, network: 'line\nbreak' })
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"slow","ms":5,"network":"line\\nbreak"}\n',
  ])
  expect([logger.isEnabled('debug'), logger.isEnabled('error')]).toEqual([false, true])
})

test('anything thrown has a reason', () => {
  expect(reasonOf(new Error('broken'))).toContain('broken')
  expect(reasonOf('text')).toBe('text')
})
