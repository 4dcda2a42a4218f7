import type { Bug } from './bug.ts'

const tests = ['tests/site/site-router.dom.test.tsx']

export const routerBugs: Bug[] = [
  {
    what: 'a page that arrives late replaces the page that was asked for after it',
    file: 'client/lib/router/site-router.ts',
    find: 'if (own !== this.#latest) return',
    replace: '',
    tests,
  },
  {
    what: 'a link leaves unsaved changes without a question',
    file: 'client/lib/router/site-router.ts',
    find: 'if (!this.guard?.(pathname, go)) go()',
    replace: 'go()',
    tests,
  },
  {
    what: 'a page whose code did not load stays lost',
    file: 'client/lib/router/site-router.ts',
    find: 'route.lazy !== undefined && route.Component === undefined',
    replace: 'false',
    tests,
  },
  {
    what: 'an address with two slashes is answered, so that its links lead to another site',
    file: 'shared/site/routes.ts',
    find: `path.replace(SEVERAL_SLASHES, '/')`,
    replace: 'path',
    tests: ['tests/site/static.test.ts'],
  },
]
