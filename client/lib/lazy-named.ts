import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** `lazyNamed(() => import('./page.tsx'), (page) => page.Page)`: fetched when it is first drawn. */
export function lazyNamed<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: pick(await load()) }))
}
