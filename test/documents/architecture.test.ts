import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { floors, innerPlans, neighbours } from '../../scripts/floors.mjs'

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')

/** The cells of the table row that begins with a room's name, below a heading. */
function rowOf(heading: string, room: string): readonly string[] {
  const section = page.split(`## ${heading}`)[1]?.split('\n## ')[0] ?? ''
  const row = section.split('\n').find((line) => line.startsWith(`| \`${room}/\` |`))
  return row?.split('|').map((cell) => cell.trim()) ?? []
}

/** The rooms of each floor of the picture, from the ground up, and the arrows between them. */
const drawn = [...page.matchAll(/subgraph F\d+\[floor (\d+)[^\]]*\]\n([\s\S]*?)\n {2}end/g)]
  .sort(([, one], [, other]) => Number(one) - Number(other))
  .map(([, , lines]) => lines!.split('\n').map((line) => line.trim().split(' --> ')))

describe('docs/architecture.md', () => {
  it('draws every room on its floor', () => {
    const rooms = drawn.map((chains) => [...new Set(chains.flat())].sort())
    expect(rooms).toEqual(floors.map((floor) => [...floor].sort()))
  })

  it('draws the neighbours that a room imports', () => {
    const arrows = drawn.flat().flatMap((chain) => chain.slice(1).map((to, index) => [chain[index], to]))
    const reached = (from: string, to: string): boolean =>
      arrows.some(([start, end]) => start === from && (end === to || reached(end!, to)))
    for (const [room, imported] of Object.entries(neighbours)) {
      expect(
        imported.filter((neighbour) => !reached(room, neighbour)),
        room,
      ).toEqual([])
    }
    for (const [from, to] of arrows) expect(neighbours[from!], from).toContain(to)
  })

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
