/** Members of a trace's options by their names in lower case. */
export type Members = ReadonlyMap<string, unknown>

/** The members of an object, and of its `tracerConfig` like members beside it; empty for any other value. */
export function membersOf(options: unknown): Members {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return new Map()
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(options)) {
    members.set(name.toLowerCase(), value)
    if (name.toLowerCase() !== 'tracerconfig') continue
    for (const [inner, setting] of membersOf(value)) members.set(inner, setting)
  }
  return members
}
