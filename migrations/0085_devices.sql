-- Sessions name browser and system in words; what else an agent string says is stored no longer.
UPDATE `sessions` SET `user_agent` =
  CASE
    WHEN `user_agent` LIKE '%Edg/%' OR `user_agent` LIKE '%EdgA/%' OR `user_agent` LIKE '%EdgiOS/%' THEN 'Edge'
    WHEN `user_agent` LIKE '%OPR/%' OR `user_agent` LIKE '%Opera%' THEN 'Opera'
    WHEN `user_agent` LIKE '%SamsungBrowser/%' THEN 'Samsung Internet'
    WHEN `user_agent` LIKE '%Firefox/%' OR `user_agent` LIKE '%FxiOS/%' THEN 'Firefox'
    WHEN `user_agent` LIKE '%Chrome/%' OR `user_agent` LIKE '%CriOS/%' OR `user_agent` LIKE '%Chromium/%' THEN 'Chrome'
    WHEN `user_agent` LIKE '%Safari/%' THEN 'Safari'
    ELSE 'Unknown browser'
  END || ' on ' ||
  CASE
    WHEN `user_agent` LIKE '%iPhone%' THEN 'iPhone'
    WHEN `user_agent` LIKE '%iPad%' THEN 'iPad'
    WHEN `user_agent` LIKE '%Android%' THEN 'Android'
    WHEN `user_agent` LIKE '%CrOS%' THEN 'ChromeOS'
    WHEN `user_agent` LIKE '%Windows%' THEN 'Windows'
    WHEN `user_agent` LIKE '%Mac OS X%' OR `user_agent` LIKE '%Macintosh%' THEN 'Mac'
    WHEN `user_agent` LIKE '%Linux%' THEN 'Linux'
    ELSE 'an unknown system'
  END
WHERE `user_agent` LIKE '%/%';
UPDATE `sessions` SET `user_agent` = 'Unknown device' WHERE `user_agent` = 'Unknown browser on an unknown system';
