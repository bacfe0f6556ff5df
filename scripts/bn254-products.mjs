// Writes `products.ts` of assembly/bn254 for the compiler (scripts/build-wasm.mjs): products of numbers of ten limbs, as
// assembly/bn254/limbs.ts explains them. A loop would keep the columns in memory; unrolled, they are local variables, which
// the engine keeps in registers.

const limbs = 10
/** Columns of a product before it is reduced. */
const columns = 2 * limbs - 1

const each = (count, line) => Array.from({ length: count }, (_, index) => line(index))

/** `const` variables for the limbs of an element in memory. */
const loads = (name, instruction, address, offset = 0) =>
  each(limbs, (i) => `const ${name}${i} = v128.${instruction}(${address}, ${8 * i + offset})`)

/** Column by column, the products of those limbs of `factors`, pairs of names, whose numbers add up to the column's. */
function products(factors) {
  return each(columns, (column) => {
    const pairs = each(limbs, (i) => [i, column - i]).filter(([, j]) => j >= 0 && j < limbs)
    const terms = pairs.flatMap(([i, j]) => factors.map(([a, b]) => `${a}${i}, ${b}${j}`))
    const [first, ...others] = terms
    return [
      `let c${column} = product(${first})`,
      ...others.map((term) => `c${column} = plus(c${column}, ${term})`),
    ]
  }).flat()
}

/** Clears the lowest ten columns with the multiple of the prime that is -1 modulo 2^26: each column is its own quotient. */
const clearing = each(limbs, (i) => [
  `const q${i} = lowest(c${i})`,
  `c${i + 1} = i64x2.add(c${i + 1}, shifted(c${i}))`,
  ...each(limbs, (j) =>
    i + j + 1 < columns
      ? `c${i + j + 1} = plus(c${i + j + 1}, q${i}, m${j})`
      : `let c${columns} = product(q${i}, m${j})`,
  ),
]).flat()

/** Clears the eleventh column with the prime and carries through the others. */
const lastLimb = [
  `const q${limbs} = v128.and(i32x4.mul(lowest(c${limbs}), i32x4.splat(NEGATIVE_INVERSE)), i32x4.splat(<i32>LIMB))`,
  `c${limbs} = plus(c${limbs}, q${limbs}, v128.load64_zero(PRIME, 0))`,
  ...each(limbs - 1, (i) => {
    const at = limbs + 1 + i
    const sum = `plus(c${at}, q${limbs}, v128.load64_zero(PRIME, ${8 * (i + 1)}))`
    return `c${at} = i64x2.add(${sum}, shifted(c${at - 1}))`
  }),
]

const stores = each(limbs / 2, (i) => {
  const at = limbs + 1 + 2 * i
  const high = at === columns ? `shifted(c${at})` : `low26(c${at + 1})`
  return `v128.store(target, narrowed(low26(c${at}), ${high}), ${16 * i})`
})

const reduction = [...loads('m', 'load64_zero', 'CLEARING'), ...clearing, ...lastLimb, ...stores]

const functionOf = (name, statements) =>
  `export function ${name}(target: usize, a: usize, b: usize): void {\n${statements.join('\n')}\n}\n`

const quadratic = functionOf('multiplyQuadratic', [
  ...each(limbs / 2, (i) => `turn(b, ${16 * i})`),
  ...loads('x', 'load32_splat', 'a'),
  ...loads('y', 'load32_splat', 'a', 4),
  ...loads('b', 'load64_zero', 'b'),
  ...loads('t', 'load64_zero', 'TURNED'),
  ...products([
    ['x', 'b'],
    ['y', 't'],
  ]),
  ...reduction,
])

const parts = functionOf('multiplyParts', [
  ...loads('x', 'load64_zero', 'a'),
  ...loads('b', 'load64_zero', 'b'),
  ...products([['x', 'b']]),
  ...reduction,
])

const imported =
  'CLEARING, LIMB, low26, lowest, NEGATIVE_INVERSE, narrowed, PRIME, plus, product, shifted, TURNED, turn'

export const bn254Products = `import { ${imported} } from './limbs'\n${quadratic}${parts}`
