import { hash } from 'node:crypto'

/** A program in Lua that the server runs as one atomic step. All its keys must be in one slot. */
export interface Script {
  readonly source: string
  /** The server knows a script that it has run before by this hash. */
  readonly sha: string
}

export const script = (source: string): Script => ({ source, sha: hash('sha1', source) })

/** Milliseconds since 1970 by the clock of the server, which all processes share. */
export const serverNow = `local function nowMs()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`
