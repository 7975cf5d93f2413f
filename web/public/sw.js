// Keeps the page for bad networks: the shell and its files, the list of games and their rules. Never a table.

const CACHE = "tablee-1";
const MOST_FILES = 60;
const ALWAYS = ["/page/sprite.svg", "/page/offline.html", "/page/offline.css"];

async function stock() {
  const cache = await caches.open(CACHE);
  await cache.addAll(ALWAYS);
  const page = await fetch("/", { cache: "reload" });
  const parts = [...(await page.clone().text()).matchAll(/(?:src|href)="(\/page\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await cache.addAll(parts);
  await cache.put("/", page);
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  const cache = await caches.open(CACHE);
  const files = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith("/page/assets/"));
  await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((request) => cache.delete(request)));
}

async function keep(request, response) {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** The newest there is; what is kept if there is no network. */
async function freshFirst(request, key = request) {
  try {
    return await keep(key, await fetch(request));
  } catch (wrong) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw wrong;
  }
}

/** Files whose name changes with their content. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request));
}

async function page(request) {
  try {
    return await freshFirst(request, "/");
  } catch {
    return (await caches.match("/page/offline.html")) ?? Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(stock().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && /^\/($|t\/|tv\/|g\/|replay\/)/.test(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/page/assets/")) event.respondWith(keptFirst(request));
  else if (url.pathname.startsWith("/page/") || /^\/api\/games(\/|$)/.test(url.pathname)) event.respondWith(freshFirst(request));
});
