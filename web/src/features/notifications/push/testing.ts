/** A browser with a push service; of no other browser jsdom has any. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** What its owner answers when they are asked. */
  answer: NotificationPermission = 'granted';
  isReachable = true;
  subscription: { readonly key: string } | null = null;
  /** How often they were asked. */
  asked = 0;

  install(): void {
    const registration = { pushManager: this.manager() };
    const container = Object.assign(new EventTarget(), {
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    });
    const requestPermission = async () => {
      this.asked += 1;
      this.permission = this.answer;
      return this.permission;
    };
    const notification = { requestPermission };
    Object.defineProperty(notification, 'permission', { get: () => this.permission });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
    Object.defineProperty(window, 'PushManager', { configurable: true, value: class {} });
    Object.defineProperty(window, 'Notification', { configurable: true, value: notification });
  }

  remove(): void {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    Reflect.deleteProperty(window, 'PushManager');
    Reflect.deleteProperty(window, 'Notification');
    localStorage.clear();
  }

  private manager() {
    const made = (key: string) => ({
      options: { applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'BCVx', auth: 'BTBZ' } }),
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    });
    return {
      getSubscription: async () => this.subscription && made(this.subscription.key),
      subscribe: async ({ applicationServerKey: key }: { readonly applicationServerKey: string }) => {
        if (!this.isReachable) throw new DOMException('Registration failed', 'AbortError');
        this.subscription = { key };
        return made(key);
      },
    };
  }
}
