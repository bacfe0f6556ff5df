import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it.each([
  ['leaves letters of all scripts', 'Größe 大 🌳', 'Größe 大 🌳'],
  ['escapes line ends and the escape character', 'a\nb\u001b[2J', 'a\\nb\\u001b[2J'],
  ['escapes controls that JSON leaves', '\u007f\u009b31m', '\\u007f\\u009b31m'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})
