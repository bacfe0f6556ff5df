import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LineFile } from './lineFile.ts'

function openFile(path = join(temporaryFolder(), 'access.log')) {
  const reports: string[] = []
  const onDropped = (lines: number, reason: string): void => void reports.push(`${lines} ${reason}`)
  const file = new LineFile({ path, onDropped })
  return { file, path, reports, text: () => readFileSync(path, 'utf8') }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-lines-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('a file of lines', () => {
  it('gets lines in their order, and all of them before it is closed', async () => {
    const { file, text } = openFile()
    const lines = Array.from({ length: 5_000 }, (_, number) => `line ${number} ${'x'.repeat(100)}\n`)
    for (const line of lines) file.add(line)
    await file.close()
    expect(text()).toBe(lines.join(''))
    expect(file.status).toEqual({ written: 5_000, dropped: 0 })
  })

  it('is opened again after another program has renamed it', async () => {
    const { file, path, text } = openFile()
    file.add('before\n')
    await expect.poll(text).toBe('before\n')
    renameSync(path, `${path}.1`)
    file.reopen()
    file.add('after\n')
    await file.close()
    expect(text()).toBe('after\n')
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('before\n')
  })

  it('drops lines when more than 8 MiB wait, and reports each loss', async () => {
    const { file, reports, text } = openFile()
    const line = `${'x'.repeat(1024 * 1024 - 1)}\n`
    for (let count = 0; count < 12; count++) file.add(line)
    await file.close()
    const { written, dropped } = file.status
    expect(written + dropped).toBe(12)
    expect(dropped).toBeGreaterThan(0)
    expect(reports.at(-1)).toBe(`${dropped} the file is too slow`)
    expect(text().length).toBe(written * line.length)
  })

  it('counts the lines that the disk refuses, and goes on', async () => {
    const { file, reports } = openFile('/dev/full')
    file.add('lost\n')
    await file.close()
    expect(file.status).toEqual({ written: 0, dropped: 1 })
    expect(reports).toEqual([expect.stringContaining('ENOSPC')])
  })

  it('cannot be opened in a folder that does not exist', () => {
    expect(() => openFile('/does/not/exist/access.log')).toThrow('ENOENT')
  })
})
