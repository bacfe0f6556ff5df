// Gives the private members of classes plain names in the bundled program: `#parts` becomes `_parts`, or `$parts` in a
// class that extends another one, so that it cannot replace a member of that one. V8 reads a private name through two
// more calls until it has optimised the function, and checks the class at each call of a private method: a start, and the
// first hundreds of transactions of a development chain, run in that phase (bench/README.md, dev). The sources keep
// private names, which the language protects. A plain name is as long as the private one, so source maps stay right but for
// a column in the few lines where `async`, `get` or `set` touches the name.
import { parseSync, Visitor } from 'oxc-parser'

/**
 * The program with plain names, except in the classes named in `kept`, whose instances people print. Throws if a plain name
 * would stand for two members.
 */
export function withPlainNames(program, kept) {
  const { program: tree, errors } = parseSync('program.cjs', program, { sourceType: 'script' })
  if (errors.length > 0) throw new Error(`the bundle cannot be parsed: ${errors[0].message}`)
  const places = []
  const open = []
  const classes = new Map()
  // The bundler assigns classes to variables: `Chain = class { … }`.
  const assigned = new Map()
  const enter = (node) => {
    const name = node.id?.name ?? assigned.get(node) ?? 'a class'
    const members = membersOf(name, node, kept)
    classes.set(name, members)
    open.push(members)
  }
  const leave = () => void open.pop()
  new Visitor({
    AssignmentExpression: ({ left, right }) => void assigned.set(right, left.name),
    ClassDeclaration: enter,
    'ClassDeclaration:exit': leave,
    ClassExpression: enter,
    'ClassExpression:exit': leave,
    PrivateIdentifier({ name, start }) {
      const owner = open.findLast(({ names }) => names.has(name))
      if (owner === undefined) throw new Error(`no class declares #${name}`)
      if (owner.mark !== undefined) places.push({ start, mark: owner.mark })
    },
    BinaryExpression({ operator, left }) {
      if (operator === 'in' && left.type === 'PrivateIdentifier') {
        throw new Error(`#${left.name} in … asks for a private member, which a plain name does not show`)
      }
    },
  }).visit(tree)
  const missing = kept.find((name) => !classes.has(name))
  if (missing !== undefined) throw new Error(`the bundle has no class ${missing}`)
  for (const members of classes.values()) refuseRepetition(members, classes)
  return replaced(program, places)
}

/** The private names that a class declares, and the character that replaces their `#`; undefined if they stay. */
function membersOf(className, { superClass, body }, kept) {
  const keys = body.body.map(({ key }) => key).filter((key) => key !== undefined)
  const names = new Set(keys.filter(({ type }) => type === 'PrivateIdentifier').map(({ name }) => name))
  const members = { className, superName: superClass?.name, names }
  if (kept.includes(className)) return members
  const mark = superClass === null ? '_' : '$'
  const taken = keys.find(
    ({ type, name }) => type === 'Identifier' && name.startsWith(mark) && names.has(name.slice(1)),
  )
  if (taken !== undefined) throw new Error(`${className} has ${taken.name} and #${taken.name.slice(1)}`)
  return { ...members, mark }
}

/** Two derived classes of which one extends the other have the same marks, so their names must differ. */
function refuseRepetition({ className, superName, names }, classes) {
  for (let above = classes.get(superName); above !== undefined; above = classes.get(above.superName)) {
    const repeated = above.mark === '$' && [...names].find((name) => above.names.has(name))
    if (repeated) throw new Error(`${className} and ${above.className}, which it extends, have #${repeated}`)
  }
}

function replaced(program, places) {
  const parts = []
  let end = 0
  for (const { start, mark } of places.sort((one, other) => one.start - other.start)) {
    const touches = /\w/.test(program[start - 1])
    parts.push(program.slice(end, start), touches ? ` ${mark}` : mark)
    end = start + 1
  }
  return [...parts, program.slice(end)].join('')
}
