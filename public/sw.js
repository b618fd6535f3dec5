// Without a connection, a page load is answered with a page that says so. Nothing else is cached, because old
// figures would mislead.
const CACHE = "offline-1";
const OFFLINE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      ),
  );
});
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});

// Shows a push message as a notification. A click on it opens the message's page, on our own origin only.
self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: { path } }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.path ?? "/dashboard", self.location.origin);
  const target = wanted.origin === self.location.origin ? wanted.href : `${self.location.origin}/dashboard`;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async ([open]) => {
      const shown = open ? await open.navigate(target).catch(() => null) : null;
      return shown ? shown.focus() : self.clients.openWindow(target);
    }),
  );
});
