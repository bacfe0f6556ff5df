import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newKeyId, newKeyText } from '../keys/apiKey.ts'
import { lineLogger, reasonOf, withoutKeys } from './logger.ts'

function openLog() {
  const lines: string[] = []
  const logger = lineLogger({ level: () => 'info', now: () => 0, write: (line) => lines.push(line) })
  return { lines, logger }
}

it('logs are lines of JSON from the lowest level on', () => {
  const { lines, logger } = openLog()
  logger.log('debug', 'unheard')
  logger.log('warn', 'slow', { ms: 5, network: 'line\nbreak', caller: undefined })
  logger.log('error', 'failed')
  expect(lines).toEqual([
    '{"level":"warn","time":"1970-01-01T00:00:00.000Z","ms":5,"network":"line\\nbreak","event":"slow"}\n',
    '{"level":"error","time":"1970-01-01T00:00:00.000Z","event":"failed"}\n',
  ])
  expect([logger.isEnabled('debug'), logger.isEnabled('error')]).toEqual([false, true])
})

it('a key in the text of a field is replaced by its id', () => {
  const { lines, logger: open } = openLog()
  const logger = withoutKeys(open)
  const id = newKeyId(randomBytes)
  const key = newKeyText(id, randomBytes)
  logger.log('warn', 'failed', { reason: reasonOf(new Error(`no file /${key}, nor /mainnet/${key}/x`)) })
  expect(lines.join('')).not.toContain(key.slice(-43))
  expect(lines.join('')).toContain(`/mainnet/cambium_${id}_…/x`)
})

it('any thrown value has a reason', () => {
  expect(reasonOf(new Error('broken'))).toContain('broken')
  expect(reasonOf('text')).toBe('text')
})
