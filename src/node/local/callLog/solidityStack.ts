import { shortAddress } from './readableText.ts'
import type { SolidityFrame } from './soliditySteps.ts'
import type { SourcePlace } from './sourceMap.ts'

const indent = '  '
const mostLines = 20

/** The stack of a failure, the innermost function first: `at Lock.withdraw (contracts/Lock.sol:23)`. */
export function stackLines(frames: readonly SolidityFrame[]): string[] {
  const lines = frames.flatMap(frameLines)
  return lines.length > mostLines ? [...lines.slice(0, mostLines), `${indent}…`] : lines
}

function frameLines({ address, contract, callers, last }: SolidityFrame): string[] {
  const name = contract?.name ?? shortAddress(address)
  const places = [last, ...callers.toReversed()].filter((place) => place?.file !== undefined)
  if (places.length === 0) return [`${indent}at ${name}`]
  const entries = places.map((place) => stackEntry(place!))
  // A contract calls its external functions from their own text, and one line has several instructions.
  const shown = entries.filter(({ where }, index) => where !== entries[index - 1]?.where)
  return shown.map(({ functionName, path, line }) => {
    const called = functionName === undefined ? name : `${name}.${functionName}`
    return `${indent}at ${called} (${path}:${line})`
  })
}

function stackEntry({ file, offset }: SourcePlace) {
  const { path, content } = file!
  const line = content.slice(0, offset).split('\n').length
  const functionName = enclosingFunction(content, offset)
  return { path, line, functionName, where: `${path}:${functionName ?? line}` }
}

const beginning = /\b(?:function\s+(\w+)|(constructor|receive|fallback)\s*\(|(modifier)\s+(\w+))/g

/** The function whose text begins last before the place. */
function enclosingFunction(content: string, offset: number): string | undefined {
  let name: string | undefined
  for (const found of content.matchAll(beginning)) {
    if (found.index > offset) break
    name = found[1] ?? found[2] ?? found[4]
  }
  return name
}
