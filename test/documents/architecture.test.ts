import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { floors, innerPlans } from '../../scripts/floors.mjs'

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')

/** The cells of the table row that begins with a room's name, below a heading. */
function rowOf(heading: string, room: string): readonly string[] {
  const section = page.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''
  const row = section.split('\n').find((line) => line.startsWith(`| \`${room}/\` |`))
  return row?.split('|').map((cell) => cell.trim()) ?? []
}

describe('docs/architecture.md', () => {
  it.each(floors.flat())('says what %s/ owns and what it does not', (room) => {
    const [, , owns, doesNotOwn] = rowOf('The rooms', room)
    expect(owns).toBeTruthy()
    expect(doesNotOwn).toBeTruthy()
  })

  it.each(Object.entries(innerPlans))('shows the inner plan of %s/ that is enforced', (room, plan) => {
    const rows = plan.map((row) => row.map((folder) => `\`${folder}\``).join(', '))
    expect(rowOf('Inner plans', room)[2]).toBe(rows.join(' → '))
  })
})
